import { AppError } from '@cooperage/contract'
import { listObjects, type StorageClient } from '@cooperage/storage-client'
import { about } from '../../shared/storage-refusals.ts'

/** A row of a folder: a key, or with `recursive` all that lies below it. */
export interface Selected {
  path: string
  recursive: boolean
}

export interface Batch {
  keys: string[]
  /** A folder whose objects could not be listed, and why. */
  unlisted?: { path: string; message: string }
  /** Where to go on behind these; undefined at the end. */
  next: string | undefined
}

/** Keys between two looks at the clock. */
const IN_BATCH = 100

/**
 * The keys of a selection: its objects, then what lies below its folders. `after` is the number of things that are done
 * with, a colon, and the last key in a folder.
 * @throws AppError InvalidInput for an `after` that is none
 */
export async function* selectedKeys(
  storage: StorageClient,
  bucket: string,
  selection: readonly Selected[],
  after: string,
): AsyncGenerator<Batch> {
  const [, done = '', key = ''] = /^(\d{1,5}):(.*)$/s.exec(after || '0:') ?? []
  if (done === '') throw new AppError('InvalidInput', { reason: 'after is not from an answer of this call' })
  const objects = selection.filter(({ recursive }) => !recursive).map(({ path }) => path)
  const folders = selection.filter(({ recursive }) => recursive).map(({ path }) => path)
  const nextAt = (at: number) => (at < selection.length ? `${at}:` : undefined)

  let at = Number(done)
  for (; at < objects.length; at += IN_BATCH) {
    const keys = objects.slice(at, at + IN_BATCH)
    yield { keys, next: nextAt(at + keys.length) }
  }
  at = Math.max(Number(done), objects.length)
  let inside = key
  for (const path of folders.slice(at - objects.length)) {
    const behind = nextAt(at + 1)
    try {
      for await (const keys of keysBelow(storage, bucket, path, inside)) yield { keys, next: `${at}:${keys.at(-1)}` }
      yield { keys: [], next: behind }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
      // What cannot even be listed is a failure like others: the rest is changed all the same.
      yield { keys: [], unlisted: { path, message: error.message }, next: behind }
    }
    inside = ''
    at += 1
  }
}

/** The path is a folder with or without its final slash, so that `a` never takes `ab` along. */
async function* keysBelow(storage: StorageClient, bucket: string, path: string, after: string) {
  const prefix = path.endsWith('/') ? path : `${path}/`
  const pages = listObjects(storage, bucket, { prefix, startAfter: after })
  for (;;) {
    const page = await about({ action: 's3:ListBucket', bucket, key: prefix }, pages.next())
    if (page.done) return
    const keys = page.value.objects.map((object) => object.key)
    for (let at = 0; at < keys.length; at += IN_BATCH) yield keys.slice(at, at + IN_BATCH)
  }
}
