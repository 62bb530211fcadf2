/** Work on a selection of rows, in parts: its objects first, then what lies below its folders. */
import { AppError, reasonText } from '@cooperage/contract'
import { listObjects, type StorageClient } from '@cooperage/storage-client'
import { withStorageErrors } from '../shared/storage-errors.ts'

/** A row of a folder: a key, or with `recursive` everything below it. */
export interface Selected {
  path: string
  recursive: boolean
}

export interface SelectionWork<Row extends Selected> {
  /** Objects between two checks of the time limit. */
  inBatch: number
  onObjects(rows: readonly Row[]): Promise<void>
  /** Handles the objects below a folder after a position, and yields each position up to which it is done; usually a key. */
  below(row: Row, after: string): AsyncIterable<string>
  fail(path: string, error: AppError): void
}

/**
 * Yields after each step where the next call continues; undefined at the end. The position is the number of finished rows, a
 * colon, and the last position in a folder.
 * @throws AppError InvalidInput for an invalid `after`
 */
export async function* walkSelection<Row extends Selected>(
  selection: readonly Row[],
  after: string,
  work: SelectionWork<Row>,
): AsyncGenerator<string | undefined> {
  const [, done = '', key = ''] = /^(\d{1,5}):(.*)$/s.exec(after || '0:') ?? []
  if (done === '') throw new AppError('InvalidInput', { reason: reasonText('foreignAfter') })
  const objects = selection.filter(({ recursive }) => !recursive)
  const folders = selection.filter(({ recursive }) => recursive)
  const next = (at: number) => (at < selection.length ? `${at}:` : undefined)

  let at = Number(done)
  while (at < objects.length) {
    const rows = objects.slice(at, at + work.inBatch)
    await work.onObjects(rows)
    at += rows.length
    yield next(at)
  }
  let inside = key
  for (const row of folders.slice(at - objects.length)) {
    try {
      for await (const last of work.below(row, inside)) yield `${at}:${last}`
    } catch (error) {
      // A folder that can't be listed is one failure like others: the rest is still done.
      if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
      work.fail(row.path, error)
    }
    inside = ''
    at += 1
    yield next(at)
  }
}

/** The path of a folder, with or without its final slash, so that `a` never includes `ab`; '' is the whole bucket. */
export function prefixOf(path: string): string {
  return path === '' || path.endsWith('/') ? path : `${path}/`
}

/** The keys below a folder after `after`, page by page. */
export async function* keysBelow(
  storage: StorageClient,
  bucket: string,
  path: string,
  after: string,
): AsyncGenerator<{ keys: string[]; isTruncated: boolean }> {
  const prefix = prefixOf(path)
  const pages = listObjects(storage, bucket, { prefix, startAfter: after })
  for (;;) {
    const page = await withStorageErrors({ action: 's3:ListBucket', bucket, key: prefix }, pages.next())
    if (page.done) return
    yield { keys: page.value.objects.map(({ key }) => key), isTruncated: page.value.isTruncated }
  }
}
