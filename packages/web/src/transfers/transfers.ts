import { MAX_UPLOAD_BYTES, type ObjectEntry, objectNameProblem, sentence } from '@cooperage/contract'
import { useSyncExternalStore } from 'react'
import { translate } from '../messages/use-texts.ts'
import { basePath } from '../navigation/base-path.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { warnBeforeClose } from '../shared/warn-before-close.ts'
import { askConflicts, type Conflict, cancelQuestions, type Decision } from './conflicts.ts'
import { FORMS } from './console-turns.ts'
import { isLatestDirect, tryDirectAgain } from './direct-way.ts'
import { existingKeys, freeName, keysOf } from './existing-keys.ts'
import { inSlices } from './in-slices.ts'
import { changeRecord } from './kept-uploads.ts'
import { chooseFile, type MeasuredFile, measureFiles, type NamedFile } from './named-files.ts'
import { restoreUploads, resumeFromHandle, resumeWith } from './resume-uploads.ts'
import { sendFiles } from './send-files.ts'
import { discardParts, discards, idOf, keyOf, sendInParts } from './send-in-parts.ts'
import {
  canResume,
  endsWithPage,
  isFullySent,
  isOpen,
  type NewUpload,
  type SendEvents,
  type Upload,
  UploadQueue,
} from './upload-queue.ts'

/** Groups of files that go to the storage server directly; how many of their files at a time, `direct-uploads.ts` decides. */
const DIRECT_GROUPS = 6

/*
 * The uploads of this tab. They are kept outside the pages, so they continue while the user navigates.
 */
let lastBatch = 0
/** The account that the uploads belong to, of this console. */
let owner: string | undefined
/** Whether the uploads of earlier pages are listed. */
let isRestored = false
/** How many files have been stored in each folder or below it: `bucket/prefix`. */
const storedCounts = new Map<string, number>()

export const queue = new UploadQueue(send, {
  atOnce: () => (isLatestDirect() ? DIRECT_GROUPS : FORMS),
  onStored: ({ bucket, prefix, name }) => countStored(bucket, prefix + name),
  onCanceled: (upload) => void discardParts(upload, owner ?? ''),
  onBatchEnd: (_, problem, failure) => {
    if (problem === '') showNotice(translate('transfers:uploaded'))
    else showError({ message: translate('transfers:failed'), detailedMessage: problem }, failure)
  },
})
warnBeforeClose(queue)

function send(files: readonly Upload[], on: SendEvents): () => void {
  const [first] = files
  return first?.parts ? sendInParts(first, owner ?? '', on) : sendFiles(files, on)
}

/**
 * Uploads files to a folder. Files with names that the storage server doesn't support fail immediately; if a name is taken, the user is
 * asked before anything is sent.
 */
export async function uploadFiles(bucket: string, prefix: string, chosen: readonly NamedFile[]): Promise<void> {
  if (chosen.length === 0) return
  lastBatch += 1
  const batch = lastBatch
  await tryDirectAgain(bucket)
  const upload = (file: MeasuredFile): NewUpload => ({ batch, bucket, prefix, ...file })
  const problemOf = ({ name, size }: MeasuredFile) => {
    const reason = sentence(objectNameProblem(prefix + name))
    if (reason !== undefined) return translate('transfers:nameProblem', { reason })
    return size > MAX_UPLOAD_BYTES ? translate('transfers:tooLarge') : undefined
  }
  const onPrepared = queue.prepare(chosen.length)
  const all = await measureFiles(chosen)
  const problems = await inSlices(all, problemOf)
  const paused = queue.uploads.filter((upload) => upload.status === 'paused' && upload.bucket === bucket)
  const usable = all.filter((file, index) => problems[index] === undefined && !resumes(paused, prefix, file))
  onPrepared()
  let files: readonly MeasuredFile[] | undefined
  try {
    files = await withoutConflicts(bucket, prefix, usable)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showError({ message: translate('transfers:notChecked'), detailedMessage: error.message })
    return
  }
  if (files === undefined) return
  queue.add(await inSlices(files, upload))
  const refused = all.flatMap((file, index) => {
    const problem = problems[index]
    return problem === undefined ? [] : [{ file, problem }]
  })
  for (const { file, problem } of refused) queue.addFailed(upload(file), problem)
  if (refused.length > 0 && files.length === 0) {
    showError({ message: translate('transfers:failed'), detailedMessage: queue.uploads.at(-1)?.problem ?? '' })
  }
}

export function cancelUpload(upload: Upload): void {
  // Completely sent files may be stored by now, so the folder has to be reloaded.
  if (isFullySent(upload)) countStored(upload.bucket, upload.prefix + upload.name)
  queue.cancel(upload)
}

/** Cancels all uploads. */
export function cancelAllUploads(): void {
  for (const { bucket, prefix, name } of queue.uploads.filter(isFullySent)) countStored(bucket, prefix + name)
  queue.cancelAll()
}

/** Stops all uploads and closes the open question: their session has ended. Those in parts are listed again at the next sign-in. */
export function stopUploads(): void {
  cancelQuestions()
  for (const { bucket, prefix, name } of queue.uploads.filter(isFullySent)) countStored(bucket, prefix + name)
  queue.leave()
  discards.clear()
  isRestored = false
}

/** Called after sign-in: waiting uploads resume, unless another account has signed in; then its own are listed. */
export function resumeUploads(accountName: string): void {
  const account = `${basePath()} ${accountName}`
  if (owner !== undefined && owner !== account) stopUploads()
  owner = account
  if (queue.pause?.kind === 'away') queue.resume()
  discards.resume()
  if (isRestored) return
  isRestored = true
  void restoreUploads(queue, account, () => ++lastBatch)
}

export function pauseUpload(upload: Upload): void {
  queue.pauseUpload(upload)
  void changeRecord(idOf(upload, owner ?? ''), { isPaused: true })
}

/** Pauses all uploads of this tab, also those that wait. */
export function pauseAllUploads(): void {
  queue.pauseAll()
  for (const upload of queue.uploads) {
    if (upload.status === 'paused' && upload.parts) void changeRecord(idOf(upload, owner ?? ''), { isPaused: true })
  }
}

/** Resumes the paused uploads that need no file. Must be called in a click. */
export async function resumeAllUploads(): Promise<void> {
  const paused = queue.uploads.filter(canResume)
  queue.resumeAll()
  for (const upload of paused) if (upload.parts) await resumeUpload(upload)
}

/** Resumes a paused upload; opens the file chooser if its file has to be chosen again. Must be called in a click. */
export async function resumeUpload(upload: Upload): Promise<void> {
  void changeRecord(idOf(upload, owner ?? ''), { isPaused: false })
  if (upload.file) queue.resumeUpload(upload)
  else if (upload.needs === '') await resumeFromHandle(queue, upload)
  else resumeWith(queue, upload, await chooseFile())
}

/** Whether the file is that of a paused upload, which resumes with it. */
function resumes(paused: readonly Upload[], prefix: string, { name, file, size, lastModified }: MeasuredFile): boolean {
  const own = paused.find(
    (upload) => keyOf(upload) === prefix + name && upload.size === size && upload.lastModified === lastModified,
  )
  if (own === undefined || own.needs === 'tab') return false
  queue.resumeUpload(own, file)
  return true
}

/** Updates whenever the queue changes. */
export function useUploadQueue(): UploadQueue {
  useSyncExternalStore(queue.subscribe, queue.version)
  return queue
}

/** How many files have not been sent, and would not be by a later page. */
export function useOpenUploads(): number {
  return useUploadQueue().uploads.filter(endsWithPage).length
}

/** How many files have been stored in a folder or below it: changes when its listing is out of date. */
export function useStoredCount(bucket: string, prefix: string): number {
  return useSyncExternalStore(queue.subscribe, () => storedCounts.get(`${bucket}/${prefix}`) ?? 0)
}

/** The files to send, with their final names; undefined if the user has canceled the upload. */
async function withoutConflicts(
  bucket: string,
  prefix: string,
  files: readonly MeasuredFile[],
): Promise<readonly MeasuredFile[] | undefined> {
  const taken = await takenNames(bucket, prefix, files)
  const conflicts = files.flatMap((file): Conflict[] => {
    const existing = taken.get(file.name)
    return existing === undefined ? [] : [{ file, existing }]
  })
  const decisions = conflicts.length === 0 ? [] : await askConflicts(conflicts)
  if (decisions === undefined) return undefined
  const decided = new Map(conflicts.map(({ file }, index) => [file, decisions[index]]))
  return await withFreeNames(bucket, prefix, files, decided)
}

/** Finds free names for files to keep beside existing objects, and for files with the same name. */
async function withFreeNames(
  bucket: string,
  prefix: string,
  files: readonly MeasuredFile[],
  decided: ReadonlyMap<MeasuredFile, Decision | undefined>,
): Promise<MeasuredFile[]> {
  const result: MeasuredFile[] = []
  const names = new Set<string>()
  for (const file of files) {
    const decision = decided.get(file)
    if (decision === 'skip') continue
    const tried = new Set<string>()
    let { name } = file
    while (names.has(name) || (decision === 'keepBoth' && name === file.name) || tried.has(name)) {
      name = freeName(file.name, (candidate) => names.has(candidate) || tried.has(candidate))
      // A name that is free in this batch may exist in the folder.
      if ((await takenNames(bucket, prefix, [{ ...file, name }])).size > 0) tried.add(name)
    }
    names.add(name)
    result.push({ ...file, name })
  }
  return result
}

/** Names that an object has, or that a running upload will have. */
async function takenNames(
  bucket: string,
  prefix: string,
  files: readonly MeasuredFile[],
): Promise<Map<string, Conflict['existing']>> {
  const existing = await existingAt(
    bucket,
    files.map(({ name }) => prefix + name),
  )
  for (const upload of queue.uploads) {
    if (upload.bucket !== bucket || !isOpen(upload)) continue
    existing.set(upload.prefix + upload.name, { size: upload.size, last_modified: '' })
  }
  const taken = new Map<string, Conflict['existing']>()
  for (const { name } of files) {
    const object = existing.get(prefix + name)
    if (object !== undefined) taken.set(name, object)
  }
  return taken
}

async function existingAt(bucket: string, keys: readonly string[]): Promise<Map<string, Conflict['existing']>> {
  try {
    return new Map<string, Conflict['existing']>(await existingKeys(keys, keysOf(bucket)))
  } catch (error) {
    // Without permission to list nothing can be checked, and a missing bucket is reported by the upload itself.
    if (error instanceof ApiError && (error.status === 403 || error.status === 404))
      return new Map<string, ObjectEntry>()
    throw error
  }
}

function countStored(bucket: string, key: string): void {
  for (let at = 0; at >= 0; at = key.indexOf('/', at) + 1 || -1) {
    const folder = `${bucket}/${key.slice(0, at)}`
    storedCounts.set(folder, (storedCounts.get(folder) ?? 0) + 1)
  }
}
