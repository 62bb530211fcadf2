import i18next from 'i18next'
import { ApiError } from '../shared/api/api-error.ts'
import { changeRecord, dropRecord, keepRecord, keptRecord, recordId } from './kept-uploads.ts'
import { abortParts, partCalls } from './part-calls.ts'
import { withTabLock } from './tab-lock.ts'
import { PartFailure, type PartFailureKind, uploadInParts } from './upload-in-parts.ts'
import type { SendEvents, SendFailure, Upload } from './upload-queue.ts'

/** The end of each upload's last attempt: the next one, or the removal of its parts, waits for that. */
const attempts = new WeakMap<Upload, Promise<void>>()

/** Uploads what is left of a file in parts. Returns a function that stops it; what has been sent remains. */
export function sendInParts(upload: Upload, account: string, on: SendEvents): () => void {
  const stop = new AbortController()
  const attempt = ended(upload).then(() => inThisTab(upload, account, on, stop.signal))
  attempts.set(
    upload,
    attempt.then(
      () => on.onStored(),
      (error: unknown) => {
        if (!stop.signal.aborted) on.onFailed(failureOf(error))
      },
    ),
  )
  return () => stop.abort()
}

/** Removes what a canceled upload has sent. If that fails, the next page tries again. */
export async function discardParts(upload: Upload, account: string): Promise<void> {
  await ended(upload)
  const { parts, bucket } = upload
  const uploadId = parts?.uploadId
  if (parts === undefined || uploadId === undefined) return
  // A retry starts over.
  Object.assign(parts, { uploadId: undefined, isVerified: false })
  parts.parts.clear()
  await discardRecord({ id: idOf(upload, account), bucket, key: keyOf(upload), uploadId })
}

interface Discarded {
  id: string
  bucket: string
  key: string
  uploadId: string
}

export async function discardRecord({ id, ...upload }: Discarded): Promise<void> {
  await changeRecord(id, { isCanceled: true })
  if (await isAborted(upload)) await dropRecord(id, upload.uploadId)
}

/** Aborts an upload; false if that failed, when the list of incomplete uploads still has it. */
async function isAborted({ bucket, key, uploadId }: Omit<Discarded, 'id'>): Promise<boolean> {
  try {
    await abortParts(bucket, key, uploadId)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return false
  }
}

export function keyOf({ prefix, name }: Pick<Upload, 'prefix' | 'name'>): string {
  return prefix + name
}

export function idOf(upload: Pick<Upload, 'bucket' | 'prefix' | 'name'>, account: string): string {
  return recordId(account, upload.bucket, keyOf(upload))
}

function ended(upload: Upload): Promise<void> {
  return attempts.get(upload) ?? Promise.resolve()
}

async function inThisTab(upload: Upload, account: string, on: SendEvents, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await withTabLock(
    idOf(upload, account),
    () => sendRest(upload, account, on, signal),
    () => Promise.reject(new PartFailure('refused', i18next.t('transfers:otherTab'))),
  )
}

async function sendRest(upload: Upload, account: string, on: SendEvents, signal: AbortSignal): Promise<void> {
  const { bucket, file, parts } = upload
  if (file === undefined || parts === undefined) throw new Error('Only a file can be sent in parts')
  const id = idOf(upload, account)
  const replaced = await adopted(upload, id)
  const calls = partCalls({ bucket, key: keyOf(upload), contentType: file.type })
  const events = {
    onBegun: async () => {
      await keepRecord(recordOf(upload, account, id))
      if (replaced) await isAborted({ bucket, key: keyOf(upload), uploadId: replaced })
    },
    onKept: on.onKept,
    onProgress: on.onProgress,
  }
  const texts = {
    unreadable: i18next.t('transfers:unreadable'),
    otherFile: i18next.t('transfers:otherFile'),
    otherChecksum: i18next.t('transfers:otherChecksum'),
  }
  await uploadInParts(file, parts, { calls, events, texts, signal })
  await dropRecord(id, parts.uploadId ?? '')
}

/**
 * Resumes what an earlier page or another tab has begun with the same file. Returns the upload of another file for the same
 * object, which this one replaces.
 */
async function adopted({ parts, size, lastModified }: Upload, id: string): Promise<string | undefined> {
  if (parts === undefined || parts.uploadId !== undefined) return undefined
  const before = await keptRecord(id)
  if (before === undefined) return undefined
  const isSame = before.size === size && before.lastModified === lastModified && before.partSize === parts.partSize
  if (!isSame || before.isCanceled) return before.uploadId
  Object.assign(parts, { uploadId: before.uploadId, isVerified: false })
  return undefined
}

function recordOf({ bucket, prefix, name, size, lastModified, handle, parts }: Upload, account: string, id: string) {
  return {
    ...{ id, account, bucket, prefix, name, size, lastModified },
    partSize: parts?.partSize ?? 0,
    uploadId: parts?.uploadId ?? '',
    ...(handle && { handle }),
    isPaused: false,
    isCanceled: false,
  }
}

/** Failures that waiting alone doesn't end. */
const FINAL: readonly PartFailureKind[] = ['damaged', 'gone', 'changed']

function failureOf(error: unknown): SendFailure {
  if (!(error instanceof PartFailure)) throw error
  const { kind, message } = error
  return { kind: FINAL.includes(kind) ? 'refused' : (kind as SendFailure['kind']), message }
}
