import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { programBeside } from '../program.ts'
import { DatabaseThread } from '../sqlite/database-thread.ts'
import { untilItSucceeds } from '../until-it-succeeds.ts'
import type { ConsoleStore } from './console-store.ts'
import type { StoreThreadCalls } from './store-thread.ts'

const PROGRAM = programBeside(import.meta, 'store-thread')

/** The file of the store in a data folder. */
export function consoleStoreFile(dataDir: string): string {
  return join(dataDir, 'console.sqlite')
}

/** The store in a file of the data folder. Nothing is opened, and no thread runs, before the first call. */
export function openConsoleStore(file: string, log: FastifyBaseLogger): ConsoleStore {
  const thread = new DatabaseThread<StoreThreadCalls>(PROGRAM, file)
  let reported = ''

  async function open(feature: string, migrations: readonly string[]): Promise<void> {
    await mkdir(dirname(file), { recursive: true })
    const setAside = await thread.call('open', feature, migrations)
    if (setAside === reported) return
    reported = setAside
    log.error({ setAside }, 'the console’s store was damaged and has been replaced by an empty one')
  }

  return {
    isCreated: () => existsSync(file),
    tables(feature, migrations) {
      // The folder may be writable at the next call.
      const ready = untilItSucceeds(() => open(feature, migrations))
      const batch = async (statements: Parameters<StoreThreadCalls['batch']>[0]) => {
        await ready()
        return await thread.call('batch', statements)
      }
      return {
        async all(...statement) {
          await ready()
          return await thread.call('all', statement)
        },
        async run(...statement) {
          const [changes = 0] = await batch([statement])
          return changes
        },
        batch,
      }
    },
    close: () => thread.close(),
  }
}
