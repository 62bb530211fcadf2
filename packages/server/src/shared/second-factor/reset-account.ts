/** For the command `cooperage second-factor reset`, on the machine of a console that lets nobody in. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type { ConsoleStore } from '../console-store/console-store.ts'
import { consoleStoreFile, openConsoleStore } from '../console-store/open-store.ts'
import { postgresConsoleStore } from '../console-store/postgres-store.ts'
import {
  FACTOR_MIGRATIONS,
  FACTOR_TABLES,
  resetStatements,
  WRONG_FACTOR_MIGRATIONS,
  WRONG_FACTOR_TABLES,
} from './factor-tables.ts'

export interface AccountToReset {
  account: string
  /** Name of one of several storage servers; of all that the data folder has if it is missing. */
  server: string | undefined
  dataDir: string
  /** Where replicas share what the console keeps. */
  database: URL | undefined
}

/** Removes the second factors of an account, and returns how many there were. The console may be running. @throws Error */
export async function resetAccount({ account, server, dataDir, database }: AccountToReset): Promise<number> {
  const stores = database ? [postgresConsoleStore(database)] : (await storeFiles(dataDir)).map(openFile)
  let removed = 0
  for (const store of stores) {
    try {
      const wrongs = store.tables(WRONG_FACTOR_TABLES, WRONG_FACTOR_MIGRATIONS)
      await wrongs.batch(resetStatements(account, server, WRONG_FACTOR_TABLES))
      const tables = store.tables(FACTOR_TABLES, FACTOR_MIGRATIONS)
      const [factors = 0] = await tables.batch(resetStatements(account, server, FACTOR_TABLES))
      removed += factors
    } finally {
      await store.close()
    }
  }
  return removed
}

function openFile(file: string): ConsoleStore {
  return openConsoleStore(file, pino(process.stderr))
}

/** With several storage servers each has a folder. */
async function storeFiles(dataDir: string): Promise<string[]> {
  const servers = join(dataDir, 'servers')
  const folders = existsSync(servers) ? (await readdir(servers)).map((name) => join(servers, name)) : []
  return [dataDir, ...folders].map(consoleStoreFile).filter((file) => existsSync(file))
}
