import { existsSync } from 'node:fs'
import type { ConsoleStore, FeatureTables } from './console-store/console-store.ts'
import { consoleStoreFile } from './console-store/open-store.ts'
import type { Services } from './services.ts'

const TABLE = 'cooperage_account_languages'

/** Never change one that was released; add the next one. */
const MIGRATIONS = [`CREATE TABLE ${TABLE} (account TEXT PRIMARY KEY, language TEXT NOT NULL)`]

type Stores = Pick<Services, 'store' | 'sharedStore' | 'settings'>

const opened = new WeakMap<ConsoleStore, FeatureTables>()

function tablesIn(store: ConsoleStore): FeatureTables {
  const tables = opened.get(store) ?? store.tables('account-languages', MIGRATIONS)
  opened.set(store, tables)
  return tables
}

/** The language that an account has chosen, '' for none. @throws Error while the database is unavailable */
export async function languageOfAccount({ store, sharedStore, settings }: Stores, account: string): Promise<string> {
  // A console that has kept nothing yet opens no database because somebody signs in.
  if (sharedStore === store && !existsSync(consoleStoreFile(settings.dataDir))) return ''
  const [row] = await tablesIn(sharedStore).all(`SELECT language FROM ${TABLE} WHERE account = ?`, account)
  return String(row?.language ?? '')
}

/** @throws Error while the database is unavailable */
export async function keepLanguageOfAccount({ sharedStore }: Stores, account: string, language: string): Promise<void> {
  await tablesIn(sharedStore).run(
    `INSERT INTO ${TABLE} (account, language) VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET language = excluded.language`,
    account,
    language,
  )
}
