import type { Files } from '../../src/store/files/files.ts'
import type { IndexBackend } from '../../src/store/index/ordered-index.ts'
import type { Machine } from './machine.ts'

/** Files that behave like `files` and report each step to `machine`. */
export function reportingFiles(files: Files, machine: Machine): Files {
  return {
    ...files,
    async create(path) {
      const writer = await files.create(path)
      return {
        write: async (chunks) => {
          await writer.write(chunks)
          await machine.reached('write')
        },
        sync: async () => {
          await writer.sync()
          await machine.reached('fsync')
        },
        close: writer.close,
      }
    },
    async rename(from, to) {
      await files.rename(from, to)
      await machine.reached('rename')
    },
    async syncFolder(path) {
      await files.syncFolder(path)
      if (path.startsWith('objects/')) await machine.reached('directory fsync')
    },
    async remove(path) {
      await files.remove(path)
      if (path.startsWith('objects/')) await machine.reached('removal of what was replaced')
    },
  }
}

/** LMDB commits and flushes in one step, so the commit step ends when the writes are in the open transaction. */
export function reportingIndex(index: IndexBackend, machine: Machine): IndexBackend {
  return {
    ...index,
    async transact(write) {
      await index.transact((writer) => {
        write(writer)
        machine.note('index commit')
      })
      await machine.reached('index flush')
    },
  }
}
