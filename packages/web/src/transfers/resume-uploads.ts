/** Uploads that an earlier page or another tab has begun: they are listed as paused, and resume with their file. */

import { translate } from '../messages/use-texts.ts'
import { type KeptRecord, keptRecord, keptRecords, recordId } from './kept-uploads.ts'
import { partCalls } from './part-calls.ts'
import { discards, keyOf } from './send-in-parts.ts'
import { isLocked, whenUnlocked } from './tab-lock.ts'
import { PartFailure } from './upload-in-parts.ts'
import type { Upload, UploadQueue } from './upload-queue.ts'

/** Parts of the File System API that TypeScript doesn't declare. */
interface Permitted {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>
}

/** Lists the uploads of this account that aren't listed yet, and resumes those whose file the browser may open. */
export async function restoreUploads(queue: UploadQueue, account: string, newBatch: () => number): Promise<void> {
  for (const record of await keptRecords(account)) {
    if (record.isCanceled) {
      discards.add(record)
      continue
    }
    const key = keyOf(record)
    const isListed = queue.uploads.some((upload) => upload.bucket === record.bucket && keyOf(upload) === key)
    if (!isListed) await restore(queue, record, newBatch())
  }
}

/** Resumes a paused upload with a file that the user chose, if it is the same one. Its parts are compared when it resumes. */
export function resumeWith(queue: UploadQueue, upload: Upload, file: File): void {
  const isSame = file.size === upload.size && file.lastModified === upload.lastModified
  if (isSame) queue.resumeUpload(upload, file)
  else queue.explain(upload, { needs: 'file', problem: translate('transfers:otherFile') })
}

/** Resumes a paused upload whose file the browser may open if the user permits it. Must be called in a click. */
export async function resumeFromHandle(queue: UploadQueue, upload: Upload): Promise<void> {
  const handle: (FileSystemFileHandle & Permitted) | undefined = upload.handle
  if (handle === undefined) return
  const isPermitted = (await handle.requestPermission?.({ mode: 'read' })) !== 'denied'
  await open(queue, upload, isPermitted)
}

async function restore(queue: UploadQueue, record: KeptRecord, batch: number): Promise<void> {
  const { bucket, prefix, name, size, lastModified, partSize, uploadId, handle } = record
  const parts = { partSize, uploadId, parts: new Map(), isVerified: false }
  const needs = handle ? '' : 'file'
  const upload = queue.addKept({ batch, bucket, prefix, name, size, lastModified, handle, parts, needs })
  await showSent(queue, upload)
  const id = recordId(record.account, bucket, keyOf(upload))
  if (await isLocked(id)) return void waitForOtherTab(queue, upload, id)
  const permission = await (handle as Permitted | undefined)?.queryPermission?.({ mode: 'read' })
  if (permission === 'granted' && !record.isPaused && upload.status === 'paused') await open(queue, upload, true)
}

async function open(queue: UploadQueue, upload: Upload, isPermitted: boolean): Promise<void> {
  try {
    if (!isPermitted || upload.handle === undefined) throw new DOMException('', 'NotAllowedError')
    resumeWith(queue, upload, await upload.handle.getFile())
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // It was moved or deleted, or the user refused: it can be chosen from another place.
    queue.explain(upload, { needs: 'file' })
  }
}

/** How much has been sent, according to the storage server. */
async function showSent(queue: UploadQueue, upload: Upload): Promise<void> {
  const { bucket, parts } = upload
  const { list } = partCalls({ bucket, key: keyOf(upload), contentType: '' })
  try {
    const stored = await list(parts?.uploadId ?? '', AbortSignal.timeout(60_000))
    queue.explain(upload, { sent: stored.reduce((sum, { size }) => sum + size, 0) })
  } catch (error) {
    // The amount isn't shown then; the upload itself reports what is wrong.
    if (!(error instanceof PartFailure || error instanceof DOMException)) throw error
  }
}

async function waitForOtherTab(queue: UploadQueue, upload: Upload, id: string): Promise<void> {
  queue.explain(upload, { needs: 'tab' })
  await whenUnlocked(id)
  if ((await keptRecord(id)) === undefined) queue.remove(upload)
  else {
    queue.explain(upload, { needs: upload.handle ? '' : 'file' })
    await showSent(queue, upload)
  }
}
