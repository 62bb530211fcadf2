import { behind, ROW, uploadKey, uploadsPrefix } from '../index/keys.ts'
import type { IndexReader, IndexWriter } from '../index/ordered-index.ts'
import { decodeRow, type UploadRow } from '../index/rows.ts'
import type { StoreContext } from '../store-context.ts'
import { deleteParts, partsOf, requireUpload } from './upload-rows.ts'

export async function abortUpload(
  { index, folder }: StoreContext,
  bucket: string,
  key: string,
  uploadId: string,
): Promise<void> {
  const fileIds = await index.commit((writer) => {
    requireUpload(writer, bucket, key, uploadId)
    return deleteUpload(writer, uploadKey(bucket, key, uploadId))
  })
  folder.retire(fileIds)
}

export async function abortUploadsBefore({ index, folder }: StoreContext, time: number): Promise<number> {
  let aborted = 0
  let from: Buffer | undefined = Buffer.from(ROW.upload)
  while (from) {
    const { stale, next } = staleUploads(index, from, time)
    from = next
    const fileIds = await index.commit((writer) => {
      // A part may have arrived since, or the upload may be gone.
      const still = stale.filter((key) => writer.get(key) && isIdle(writer, key, time))
      aborted += still.length
      return still.flatMap((key) => deleteUpload(writer, key))
    })
    folder.retire(fileIds)
  }
  return aborted
}

/** Uploads examined per commit, so that other requests aren't delayed. */
const LOOKED_AT_ONCE = 100

/** Index keys of the stale uploads among the next ones from `from`; `next` is where to continue. */
function staleUploads(index: IndexReader, from: Buffer, time: number): { stale: Buffer[]; next: Buffer | undefined } {
  const stale: Buffer[] = []
  let seen = 0
  for (const { key, value } of index.range(from, behind(Buffer.from(ROW.upload)))) {
    if (seen++ === LOOKED_AT_ONCE) return { stale, next: key }
    if (decodeRow<UploadRow>(value).startedAt < time && isIdle(index, key, time)) stale.push(key)
  }
  return { stale, next: undefined }
}

/** Whether no part has arrived since `time`. */
function isIdle(index: IndexReader, key: Buffer, time: number): boolean {
  for (const [, { m }] of partsOf(index, uploadIdOf(key))) if (m >= time) return false
  return true
}

/** Deletes the rows of all incomplete uploads of a bucket. Returns the files of their parts, to retire. */
export function deleteUploadsOf(writer: IndexWriter, bucket: string): string[] {
  const prefix = uploadsPrefix(bucket)
  const fileIds: string[] = []
  for (const { key } of writer.range(prefix, behind(prefix))) fileIds.push(...deleteUpload(writer, key))
  return fileIds
}

function deleteUpload(writer: IndexWriter, key: Buffer): string[] {
  const uploadId = uploadIdOf(key)
  writer.delete(key)
  return deleteParts(writer, uploadId, partsOf(writer, uploadId))
}

function uploadIdOf(key: Buffer): string {
  return key.toString('utf8', key.lastIndexOf(0) + 1)
}
