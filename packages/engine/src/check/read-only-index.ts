import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { open } from 'lmdb'
import type { IndexReader } from '../store/index/ordered-index.ts'

interface ReadOnlyIndex extends IndexReader {
  close(): Promise<void>
}

/**
 * Opens the index in the folder `path` without writing to that folder. LMDB creates its reader table next to its data, even
 * for readers, so it is given a link to the data in `from`, an empty folder of the caller.
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
