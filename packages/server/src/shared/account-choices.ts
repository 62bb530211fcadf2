/** What accounts have chosen for the pages of this console. */
import { existsSync } from 'node:fs'
import { MAX_KEPT_TABLES, type TableLayout } from '@cooperage/contract'
import type { ConsoleStore, FeatureTables, StoredRow } from './console-store/console-store.ts'
import { consoleStoreFile } from './console-store/open-store.ts'
import type { Services } from './services.ts'

const LANGUAGES = 'cooperage_account_languages'
const TABLES = 'cooperage_account_tables'

/** Never change one that was released; add the next one. */
const MIGRATIONS = [
  `CREATE TABLE ${LANGUAGES} (account TEXT PRIMARY KEY, language TEXT NOT NULL)`,
  // A layout is JSON, `changed` milliseconds since the epoch.
  `CREATE TABLE ${TABLES} (account TEXT NOT NULL, name TEXT NOT NULL, layout TEXT NOT NULL, changed BIGINT NOT NULL, PRIMARY KEY (account, name))`,
]

type Stores = Pick<Services, 'store' | 'sharedStore' | 'settings'>

export interface AccountChoices {
  /** '' for none. */
  language: string
  /** By the name of the table; those that it hasn't changed are missing. */
  tables: Record<string, TableLayout>
}

const opened = new WeakMap<ConsoleStore, FeatureTables>()

function tablesIn(store: ConsoleStore): FeatureTables {
  const tables = opened.get(store) ?? store.tables('account-languages', MIGRATIONS)
  opened.set(store, tables)
  return tables
}

/** @throws Error while the database is unavailable */
export async function choicesOfAccount(
  { store, sharedStore, settings }: Stores,
  account: string,
): Promise<AccountChoices> {
  // A console that has kept nothing yet opens no database because somebody signs in.
  if (sharedStore === store && !existsSync(consoleStoreFile(settings.dataDir))) return { language: '', tables: {} }
  const kept = tablesIn(sharedStore)
  const [[language], layouts] = await Promise.all([
    kept.all(`SELECT language FROM ${LANGUAGES} WHERE account = ?`, account),
    kept.all(`SELECT name, layout FROM ${TABLES} WHERE account = ?`, account),
  ])
  return { language: String(language?.language ?? ''), tables: Object.fromEntries(layouts.map(layoutOf)) }
}

function layoutOf({ name, layout }: StoredRow): [name: string, layout: TableLayout] {
  return [String(name), JSON.parse(String(layout))]
}

/** @throws Error while the database is unavailable */
export async function keepLanguageOfAccount({ sharedStore }: Stores, account: string, language: string): Promise<void> {
  await tablesIn(sharedStore).run(
    `INSERT INTO ${LANGUAGES} (account, language) VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET language = excluded.language`,
    account,
    language,
  )
}

/**
 * An empty layout is that of the table itself, and is forgotten. Of more than MAX_KEPT_TABLES those changed longest ago are too.
 * @throws Error while the database is unavailable
 */
export async function keepTableOfAccount(
  { sharedStore }: Stores,
  account: string,
  name: string,
  layout: TableLayout,
  now: number,
): Promise<void> {
  const kept = tablesIn(sharedStore)
  if (layout.length === 0) {
    await kept.run(`DELETE FROM ${TABLES} WHERE account = ? AND name = ?`, account, name)
    return
  }
  await kept.batch([
    [
      `INSERT INTO ${TABLES} (account, name, layout, changed) VALUES (?, ?, ?, ?) ON CONFLICT (account, name) DO UPDATE SET layout = excluded.layout, changed = excluded.changed`,
      ...[account, name, JSON.stringify(layout), now],
    ],
    [
      `DELETE FROM ${TABLES} WHERE account = ? AND name NOT IN (SELECT name FROM ${TABLES} WHERE account = ? ORDER BY changed DESC, name LIMIT ?)`,
      ...[account, account, MAX_KEPT_TABLES],
    ],
  ])
}
