/** Incomplete multipart uploads that a rule aborts. */
import { type Store, StoreError, type UploadRecord } from '../store/store.ts'
import { type AbortRule, abortOf } from './rules.ts'
import { coveringPrefixes } from './walk.ts'

const PAGE = 1000

/** The current rules and time. */
interface AbortClock {
  rules(): readonly AbortRule[]
  now(): number
}

/** The due uploads of each page, even if there are none, so that the caller can yield between pages. */
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

/** Aborts an upload if it is still due. Returns whether it was aborted. @throws StoreError StorageFailed */
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
    // It was completed or aborted in the meantime.
    if (error instanceof StoreError && error.code === 'NoSuchUpload') return false
    throw error
  }
}

function isDue(upload: UploadRecord, { rules, now }: AbortClock): boolean {
  const abort = abortOf(rules(), upload)
  return abort !== undefined && abort.at < now()
}
