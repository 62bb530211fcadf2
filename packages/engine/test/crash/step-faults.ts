import type { Random } from '@cooperage/testkit/random'
import type { Files, FileWriter } from '../../src/store/files/files.ts'
import type { IndexBackend } from '../../src/store/index/ordered-index.ts'
import { StoreError } from '../../src/store/store.ts'
import type { Interposer } from './simulation.ts'

/** How often each operation failed. */
export type FaultCount = Map<string, number>

/** Disk operations that fail at random, like those of a full or a defective disk. */
export function failing(random: Random, probability: number, counted: FaultCount): Interposer {
  function mayFail(operation: string): void {
    if (!random.chance(probability)) return
    const isFull = random.chance(0.5)
    const name = `${operation}, ${isFull ? 'disk full' : 'input/output error'}`
    counted.set(name, (counted.get(name) ?? 0) + 1)
    throw isFull ? new StoreError('StorageFull', 'No space left.') : new StoreError('StorageFailed', 'EIO')
  }
  const before =
    <Args extends unknown[], T>(operation: string, work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      mayFail(operation)
      return await work(...args)
    }

  function failingFiles(files: Files): Files {
    const writerOf = (writer: FileWriter): FileWriter => ({
      write: async (chunks) => {
        // A failed operation may have been partly done.
        if (random.chance(probability)) await writer.write(chunks.slice(0, 1))
        else return await before('write', writer.write)(chunks)
        throw new StoreError('StorageFull', 'No space left.')
      },
      sync: before('fsync', writer.sync),
      close: before('close', writer.close),
    })
    return {
      ...files,
      create: async (path) => writerOf(await before('create', files.create)(path)),
      open: before('open', files.open),
      rename: before('rename', files.rename),
      remove: before('remove', files.remove),
      syncFolder: before('directory fsync', files.syncFolder),
    }
  }

  return {
    fails: true,
    files: (files) => failingOnceStarted(files, failingFiles(files)),
    index: (index): IndexBackend => ({ ...index, transact: before('index commit', index.transact) }),
  }
}

/** The start must succeed, so the disk begins to fail when data is written. */
function failingOnceStarted(sound: Files, failing: Files): Files {
  let hasStarted = false
  return {
    ...failing,
    create: (path) => {
      hasStarted = true
      return failing.create(path)
    },
    remove: (path) => (hasStarted ? failing : sound).remove(path),
    syncFolder: (path) => (hasStarted ? failing : sound).syncFolder(path),
  }
}
