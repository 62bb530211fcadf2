import { type IncompleteUpload, LIST_PAGE_LIMIT, listUploads } from '@cooperage/contract'
import { call } from '../../shared/api/call.ts'
import { usePages } from '../../shared/api/use-pages.ts'

const START = { after: '', after_upload: '' }

/** The incomplete uploads of a bucket, or of the object with exactly this name. */
export function useUploads(bucket: string, name: string) {
  return usePages<IncompleteUpload, typeof START>([listUploads.id, bucket, name], START, async (from, signal) => {
    const query = { prefix: name, limit: LIST_PAGE_LIMIT, ...from }
    const { uploads, next, next_upload } = await call(listUploads, { params: { bucket }, query }, signal)
    return {
      // Servers other than MinIO list every name that starts with it.
      rows: name === '' ? uploads : uploads.filter((one) => one.name === name),
      next: next === undefined ? undefined : { after: next, after_upload: next_upload ?? '' },
    }
  })
}
