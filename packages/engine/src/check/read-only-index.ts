import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { open } from 'lmdb'
import type { IndexReader } from '../store/index/ordered-index.ts'

export interface ReadOnlyIndex extends IndexReader {
  close(): Promise<void>
}

/**
 * The index in the folder `path`, opened so that nothing in that folder is written. LMDB puts its table of readers beside
 * its data, even for a reader; so it is led to the data by a link from the empty folder `from`, which is the caller's.
 */
export async function openReadOnly(path: string, from: string): Promise<ReadOnlyIndex> {
  await symlink(resolve(path, 'data.mdb'), join(from, 'data.mdb'))
  const db = open<Buffer, Buffer>({
    path: from,
    noSubdir: false,
    keyEncoding: 'binary',
    encoding: 'binary',
    readOnly: true,
  })
  return {
    get: (key) => db.get(key),
    range: (start, end) => db.getRange({ start, end }),
    close: () => db.close(),
  }
}
