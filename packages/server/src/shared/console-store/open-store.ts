import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { programBeside } from '../program.ts'
import { DatabaseThread } from '../sqlite/database-thread.ts'
import { untilItSucceeds } from '../until-it-succeeds.ts'
import type { ConsoleStore, Statement } from './console-store.ts'
import type { StoreThreadCalls } from './store-thread.ts'

/** Of all consoles in this process: a thread takes 13 MB (measured), and with several storage servers each has a console. */
const THREAD = new DatabaseThread<StoreThreadCalls>(programBeside(import.meta, 'store-thread'), undefined)

/** The file of the store in a data folder. */
export function consoleStoreFile(dataDir: string): string {
  return join(dataDir, 'console.sqlite')
}

/** The store in a file of the data folder. Nothing is opened, and no thread runs, before the first call. */
export function openConsoleStore(file: string, log: FastifyBaseLogger): ConsoleStore {
  let reported = ''
  const store = [randomUUID(), file] as const
  let isOpen = false
  let isClosed = false

  /** What runs late must not open the file again. */
  const call: typeof THREAD.call = (...args) => {
    if (isClosed) return Promise.reject(new Error('The store of the console is closed.'))
    isOpen = true
    return THREAD.call(...args)
  }

  async function open(feature: string, migrations: readonly string[]): Promise<void> {
    await mkdir(dirname(file), { recursive: true })
    const setAside = await call('open', store, feature, migrations)
    if (setAside === reported) return
    reported = setAside
    log.error({ setAside }, 'the console’s store was damaged and has been replaced by an empty one')
  }

  return {
    isCreated: () => existsSync(file),
    tables(feature, migrations) {
      // The folder may be writable at the next call.
      const ready = untilItSucceeds(() => open(feature, migrations))
      const batch = async (statements: readonly Statement[]) => {
        await ready()
        return await call('batch', store, statements)
      }
      return {
        async all(...statement) {
          await ready()
          return await call('all', store, statement)
        },
        async run(...statement) {
          const [changes = 0] = await batch([statement])
          return changes
        },
        batch,
      }
    },
    async close() {
      isClosed = true
      if (isOpen) await THREAD.call('close', store)
    },
  }
}
