/**
 * The durable store of the engine: an index (LMDB, in `index/`) that says what exists, and data files (in `objects/`)
 * for what is too large for it.
 *
 * The order of a write, which everything else here serves:
 *
 * 1. The bytes of a large object, or of any part of an upload, are written to `tmp/<id>`.
 * 2. That file is synced: the bytes are durable, under a name that means nothing yet.
 * 3. It is renamed to `objects/<2 digits>/<id>`, and
 * 4. the folder is synced: the name is durable.
 * 5. One index transaction makes the object visible: its row, its place in the counters, the mark that the file is in
 *    use; and takes away the rows of what it replaces. Small objects begin here, their bytes being a row of this
 *    transaction. Transactions are committed in groups, and flushed before anybody sees them.
 * 6. Only then is the write acknowledged,
 * 7. and files that a durable commit no longer refers to are removed, when their last reader has gone.
 *
 * So after a power loss at any moment each row has its bytes, and what is too much is only files: in `tmp/`, which a
 * start empties, and in `objects/` without a mark in the index, which it removes in the background. A write that fails
 * goes back the same way. One process at a time has a folder (`folder-lock.ts`).
 *
 * On a full disk `free-space.ts` refuses writes before they begin, and `ballast.ts` has room for deletions. What was
 * stored is compared with its sums by every reader and by `scrubber.ts`; `damage.ts` keeps what was found. A backup, in
 * another process, forestalls step 7 (`removal-hold.ts`).
 *
 * Bytes are kept with sums and checked against them on every read (`blocks.ts`).
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

export interface OpenStoreOptions extends Pick<DurableStoreOptions, 'reserveBytes' | 'ballastBytes'> {
  dataDir: string
  /** Where the keys of encrypted objects are, or will be; default: in the data folder. */
  encryptionKeyFile?: string | undefined
}

/** `dataDir` is created unless it is there. @throws StoreError DataFolderInUse, DataFolderFormat, StorageFull, StorageFailed */
export async function openStore({ dataDir, encryptionKeyFile, ...options }: OpenStoreOptions): Promise<StartedStore> {
  if (await mkdir(dataDir, { recursive: true })) await realFiles(dirname(dataDir)).syncFolder('.')
  const files = realFiles(dataDir)
  await checkFormat(files, dataDir)
  const lock = lockFolder(dataDir)
  let index: GroupCommitIndex | undefined
  try {
    await makeRoomToStart(files)
    await markFormat(files)
    // A backup that runs reads the index through the table of readers.
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
