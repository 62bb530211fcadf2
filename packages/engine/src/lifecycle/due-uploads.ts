/** Incomplete multipart uploads that a rule aborts. */
import { type Store, StoreError, type UploadRecord } from '../store/store.ts'
import { type AbortRule, abortOf } from './rules.ts'
import { coveringPrefixes } from './walk.ts'

const PAGE = 1000

/** The rules and the time, asked anew whenever they are needed. */
export interface AbortClock {
  rules(): readonly AbortRule[]
  now(): number
}

/** The due uploads of each page, also when there are none: the caller gives way to other work in between. */
export function* dueUploadPages(
  store: Pick<Store, 'listUploads'>,
  bucket: string,
  clock: AbortClock,
): Generator<UploadRecord[]> {
  for (const prefix of coveringPrefixes(clock.rules())) {
    let after: { key: string; uploadId?: string } | undefined
    do {
      const page = store.listUploads(bucket, { prefix, limit: PAGE, ...(after === undefined ? {} : { after }) })
      after = page.next
      yield page.entries.flatMap((entry) =>
        entry.kind === 'upload' && isDue(entry.record, clock) ? [entry.record] : [],
      )
    } while (after !== undefined)
  }
}

/** Whether the upload was still there and still due. @throws StoreError StorageFailed */
export async function abortDue(
  store: Pick<Store, 'abortUpload'>,
  upload: UploadRecord,
  clock: AbortClock,
): Promise<boolean> {
  if (!isDue(upload, clock)) return false
  try {
    await store.abortUpload(upload.bucket, upload.key, upload.uploadId)
    return true
  } catch (error) {
    // It was completed or aborted meanwhile.
    if (error instanceof StoreError && error.code === 'NoSuchUpload') return false
    throw error
  }
}

function isDue(upload: UploadRecord, { rules, now }: AbortClock): boolean {
  const abort = abortOf(rules(), upload)
  return abort !== undefined && abort.at < now()
}
