import { AppError, MAX_KEPT_TABLES, type Session, type TableLayout } from '@cooperage/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { ConsoleStore, FeatureTables, StoredRow } from './console-store/console-store.ts'

const LANGUAGES = 'cooperage_account_languages'
const TABLES = 'cooperage_account_tables'

/** Never change one that was released; add the next one. */
const MIGRATIONS = [
  `CREATE TABLE ${LANGUAGES} (account TEXT PRIMARY KEY, language TEXT NOT NULL)`,
  // A layout is JSON, `changed` milliseconds since the epoch.
  `CREATE TABLE ${TABLES} (account TEXT NOT NULL, name TEXT NOT NULL, layout TEXT NOT NULL, changed BIGINT NOT NULL, PRIMARY KEY (account, name))`,
]

/** What accounts have chosen for the pages of this console. */
export class AccountChoices {
  readonly #store: ConsoleStore
  readonly #tables: FeatureTables
  readonly #now: () => number
  readonly #log: FastifyBaseLogger

  constructor(store: ConsoleStore, now: () => number, log: FastifyBaseLogger) {
    this.#store = store
    this.#tables = store.tables('account-languages', MIGRATIONS)
    this.#now = now
    this.#log = log
  }

  /** Nothing and the tables of the browser while the database is unavailable, which never prevents the sign-in. */
  async of(account: string): Promise<Pick<Session, 'language' | 'tables'>> {
    // A console that has kept nothing yet opens no database because somebody signs in.
    if (!this.#store.isCreated()) return { language: '', tables: {} }
    try {
      const [[language], layouts] = await Promise.all([
        this.#tables.all(`SELECT language FROM ${LANGUAGES} WHERE account = ?`, account),
        this.#tables.all(`SELECT name, layout FROM ${TABLES} WHERE account = ?`, account),
      ])
      return { language: String(language?.language ?? ''), tables: Object.fromEntries(layouts.map(layoutOf)) }
    } catch (error) {
      this.#log.warn({ err: error }, 'what an account has chosen for pages can’t be read')
      return { language: '', tables: null }
    }
  }

  /** @throws AppError ConsoleStoreUnavailable */
  async keepLanguage(account: string, language: string): Promise<void> {
    await this.#keep([
      [
        `INSERT INTO ${LANGUAGES} (account, language) VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET language = excluded.language`,
        ...[account, language],
      ],
    ])
  }

  /**
   * An empty layout is that of the table itself, and is forgotten. Of more than MAX_KEPT_TABLES those changed longest ago are too.
   * @throws AppError ConsoleStoreUnavailable
   */
  async keepTable(account: string, name: string, layout: TableLayout): Promise<void> {
    if (layout.length === 0) {
      return await this.#keep([[`DELETE FROM ${TABLES} WHERE account = ? AND name = ?`, account, name]])
    }
    await this.#keep([
      [
        `INSERT INTO ${TABLES} (account, name, layout, changed) VALUES (?, ?, ?, ?) ON CONFLICT (account, name) DO UPDATE SET layout = excluded.layout, changed = excluded.changed`,
        ...[account, name, JSON.stringify(layout), this.#now()],
      ],
      [
        `DELETE FROM ${TABLES} WHERE account = ? AND name NOT IN (SELECT name FROM ${TABLES} WHERE account = ? ORDER BY changed DESC, name LIMIT ?)`,
        ...[account, account, MAX_KEPT_TABLES],
      ],
    ])
  }

  async #keep(statements: Parameters<FeatureTables['batch']>[0]): Promise<void> {
    try {
      await this.#tables.batch(statements)
    } catch (cause) {
      throw new AppError('ConsoleStoreUnavailable', {}, { cause })
    }
  }
}

function layoutOf({ name, layout }: StoredRow): [name: string, layout: TableLayout] {
  return [String(name), JSON.parse(String(layout))]
}
