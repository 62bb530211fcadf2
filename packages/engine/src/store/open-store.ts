/**
 * The durable store of the engine: an index (LMDB, in `index/`) that records what exists, and data files (in `objects/`)
 * for objects that are too large for the index.
 *
 * The order of a write, on which durability rests:
 *
 * 1. The bytes of a large object, or of any part of an upload, are written to `tmp/<id>`.
 * 2. The file is synced: the bytes are durable, under a temporary name.
 * 3. The file is renamed to `objects/<2 digits>/<id>`.
 * 4. The folder is synced: the name is durable.
 * 5. One index transaction makes the object visible: it writes the object's row, the usage counters and the mark that the
 *    file is in use, and deletes the rows of what the object replaces. Small objects start here; their bytes are a row of
 *    this transaction. Transactions are committed in groups, and flushed before readers see them.
 * 6. Only then is the write acknowledged.
 * 7. Files that no durable commit refers to any more are removed when their last reader has finished.
 *
 * So after a power loss at any moment every row has its bytes. Only orphaned files can remain: those in `tmp/`, which the
 * next start empties, and those in `objects/` without a mark in the index, which it removes in the background. A failed
 * write is rolled back the same way. Only one process can open a folder (`folder-lock.ts`).
 *
 * On a full disk `free-space.ts` refuses writes before they start, and `ballast.ts` frees space for deletions. Stored bytes
 * have checksums (`blocks.ts`), which every read and `scrubber.ts` verify; `damage.ts` records failures. A backup in another
 * process postpones step 7 (`removal-hold.ts`).
 */
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type DurableStoreOptions, type StartedStore, startStore } from './durable-store.ts'
import { ENCRYPTION_KEYS_FILE, realKeyFile } from './encryption/key-file.ts'
import { checkFormat, markFormat } from './files/data-format.ts'
import { lockFolder } from './files/folder-lock.ts'
import { realFiles } from './files/real-files.ts'
import { areRemovalsHeld } from './files/removal-hold.ts'
import { GroupCommitIndex } from './index/group-commit-index.ts'
import { allocateReaderTable, openLmdbIndex } from './index/lmdb-index.ts'
import { makeRoomToStart } from './space/ballast.ts'

interface OpenStoreOptions extends Pick<DurableStoreOptions, 'reserveBytes' | 'ballastBytes'> {
  dataDir: string
  /** Path of the key file for encrypted objects. Default: in the data folder. */
  encryptionKeyFile?: string | undefined
}

/** Creates `dataDir` if it doesn't exist. @throws StoreError DataFolderInUse, DataFolderFormat, StorageFull, StorageFailed */
export async function openStore({ dataDir, encryptionKeyFile, ...options }: OpenStoreOptions): Promise<StartedStore> {
  if (await mkdir(dataDir, { recursive: true })) await realFiles(dirname(dataDir)).syncFolder('.')
  const files = realFiles(dataDir)
  await checkFormat(files, dataDir)
  const lock = lockFolder(dataDir)
  let index: GroupCommitIndex | undefined
  try {
    await makeRoomToStart(files)
    await markFormat(files)
    // A running backup reads the index through the reader table.
    if (!areRemovalsHeld(dataDir)) allocateReaderTable(join(dataDir, 'index'))
    index = new GroupCommitIndex(openLmdbIndex(join(dataDir, 'index')))
    await files.syncFolder('index')
    return await startStore({
      ...options,
      areRemovalsHeld: () => areRemovalsHeld(dataDir),
      files,
      keyFile: realKeyFile(encryptionKeyFile ?? join(dataDir, ENCRYPTION_KEYS_FILE)),
      index,
      release: lock.release,
    })
  } catch (error) {
    await index?.close()
    lock.release()
    throw error
  }
}
