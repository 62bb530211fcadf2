import { translate } from '../messages/use-texts.ts'
import { ApiError, isSignedOut } from '../shared/api/api-error.ts'
import { Discards } from './discards.ts'
import {
  canceledId,
  cancelRecord,
  dropRecord,
  type KeptRecord,
  keepRecord,
  keptRecord,
  recordId,
} from './kept-uploads.ts'
import { abortParts, partCalls } from './part-calls.ts'
import { failureOf } from './send-failure.ts'
import { withTabLock } from './tab-lock.ts'
import { PartFailure, type PartFailureKind, uploadInParts } from './upload-in-parts.ts'
import type { SendEvents, SendFailure, Upload } from './upload-queue.ts'

/** The end of each upload's last attempt: the next one, or the removal of its parts, waits for that. */
const attempts = new WeakMap<Upload, Promise<void>>()

/** Uploads what is left of a file in parts. Returns a function that stops it; what has been sent remains. */
export function sendInParts(upload: Upload, account: string, on: SendEvents): () => void {
  const stop = new AbortController()
  const attempt = whenEnded(upload).then(() => inThisTab(upload, account, on, stop.signal))
  attempts.set(
    upload,
    attempt.then(
      () => on.onStored(),
      (error: unknown) => {
        if (!stop.signal.aborted) on.onFailed(failureOfParts(error))
      },
    ),
  )
  return () => stop.abort()
}

/** Removes what a canceled upload has sent, as soon as the storage server responds; if the page ends before, the next one does. */
export async function discardParts(upload: Upload, account: string): Promise<void> {
  await whenEnded(upload)
  const { parts } = upload
  if (parts?.uploadId === undefined) return
  const record = recordOf(upload, account, idOf(upload, account))
  // A retry starts over.
  Object.assign(parts, { uploadId: undefined, isVerified: false })
  parts.parts.clear()
  await cancelRecord(record.id, record.uploadId)
  discards.add({ ...record, id: canceledId(record) })
}

/** The canceled uploads whose parts are still to be removed. */
export const discards = new Discards<KeptRecord>(async (record) => {
  try {
    await abortParts(record.bucket, keyOf(record), record.uploadId)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isSignedOut(error)) return 'signedOut'
    return failureOf(error).kind === 'refused' ? 'refused' : 'later'
  }
  await dropRecord(record.id, record.uploadId)
  return 'done'
})

export function keyOf({ prefix, name }: Pick<Upload, 'prefix' | 'name'>): string {
  return prefix + name
}

export function idOf(upload: Pick<Upload, 'bucket' | 'prefix' | 'name'>, account: string): string {
  return recordId(account, upload.bucket, keyOf(upload))
}

function whenEnded(upload: Upload): Promise<void> {
  return attempts.get(upload) ?? Promise.resolve()
}

async function inThisTab(upload: Upload, account: string, on: SendEvents, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await withTabLock(
    idOf(upload, account),
    () => sendRest(upload, account, on, signal),
    () => Promise.reject(new PartFailure('refused', translate('transfers:otherTab'))),
  )
}

async function sendRest(upload: Upload, account: string, on: SendEvents, signal: AbortSignal): Promise<void> {
  const { bucket, file, parts } = upload
  if (file === undefined || parts === undefined) throw new Error('Only a file can be sent in parts')
  const id = idOf(upload, account)
  const replaced = await adoptRecord(upload, id)
  const calls = partCalls({ bucket, key: keyOf(upload), contentType: file.type })
  const events = {
    onBegun: async () => {
      if (replaced) {
        await cancelRecord(id, replaced.uploadId)
        discards.add({ ...replaced, id: canceledId(replaced) })
      }
      await keepRecord(recordOf(upload, account, id))
    },
    onKept: on.onKept,
    onProgress: on.onProgress,
  }
  const texts = {
    unreadable: translate('transfers:unreadable'),
    otherFile: translate('transfers:otherFile'),
    otherChecksum: translate('transfers:otherChecksum'),
  }
  await uploadInParts(file, parts, { calls, events, texts, signal })
  await dropRecord(id, parts.uploadId ?? '')
}

/**
 * Resumes what an earlier page or another tab has begun with the same file. Returns the upload of another file for the same
 * object, which this one replaces.
 */
async function adoptRecord({ parts, size, lastModified }: Upload, id: string): Promise<KeptRecord | undefined> {
  if (parts === undefined || parts.uploadId !== undefined) return undefined
  const before = await keptRecord(id)
  if (before === undefined) return undefined
  const isSame = before.size === size && before.lastModified === lastModified && before.partSize === parts.partSize
  if (!isSame || before.isCanceled) return before
  Object.assign(parts, { uploadId: before.uploadId, isVerified: false })
  return undefined
}

function recordOf(
  { bucket, prefix, name, size, lastModified, handle, parts }: Upload,
  account: string,
  id: string,
): KeptRecord {
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

function failureOfParts(error: unknown): SendFailure {
  if (!(error instanceof PartFailure)) throw error
  const { kind, message, cause } = error
  return {
    kind: FINAL.includes(kind) ? 'refused' : (kind as SendFailure['kind']),
    message,
    error: cause instanceof ApiError ? cause : undefined,
  }
}
