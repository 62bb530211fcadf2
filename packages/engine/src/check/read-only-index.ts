import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { open } from 'lmdb'
import type { IndexReader } from '../store/ordered-index.ts'

export interface ReadOnlyIndex extends IndexReader {
  close(): Promise<void>
}

/**
 * The index in the folder `path`, opened so that nothing in that folder is written. LMDB puts its table of readers beside
 * its data, even for a reader; so it is led to the data by a link from a folder of its own.
 */
export async function openReadOnly(path: string): Promise<ReadOnlyIndex> {
  const folder = await mkdtemp(join(tmpdir(), 'cooperage-check-'))
  try {
    await symlink(resolve(path, 'data.mdb'), join(folder, 'data.mdb'))
    const db = open<Buffer, Buffer>({
      path: folder,
      noSubdir: false,
      keyEncoding: 'binary',
      encoding: 'binary',
      readOnly: true,
    })
    return {
      get: (key) => db.get(key),
      range: (start, end) => db.getRange({ start, end }),
      async close() {
        await db.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
