import {
  AppError,
  forgetSearch,
  listSavedSearches,
  MAX_SAVED_SEARCHES,
  reasonText,
  type SavedSearch,
  saveSearch,
} from '@cooperage/contract'
import { guardedTables } from '../shared/console-store/guarded-tables.ts'
import type { Registry } from '../shared/feature.ts'

const TABLE = 'cooperage_log_searches'

/** Never change one that was released; add the next one. */
const MIGRATIONS = [
  `CREATE TABLE ${TABLE} (account TEXT NOT NULL, name TEXT NOT NULL, search TEXT NOT NULL, PRIMARY KEY (account, name))`,
]

/** Searches of the audit log by the account that saved them. They contain nothing that the account hasn't typed. */
export function savedSearchRoutes({ routes, services }: Registry): void {
  const tables = guardedTables(services.sharedStore, 'log-searches', MIGRATIONS)

  async function searchesOf(account: string): Promise<{ searches: SavedSearch[] }> {
    const rows = await tables.all(`SELECT name, search FROM ${TABLE} WHERE account = ? ORDER BY name`, account)
    return { searches: rows.map(({ name, search }) => ({ name: String(name), text: String(search) })) }
  }
  const accountOf = async ({ session, storage }: Parameters<Parameters<typeof routes.withSession>[1]>[0]) =>
    (await services.accounts.of(session, storage)).accountName

  routes.withSession(listSavedSearches, async (context) => searchesOf(await accountOf(context)))

  routes.withSession(saveSearch, async (context) => {
    const account = await accountOf(context)
    const { name, text } = context.body
    const { searches } = await searchesOf(account)
    if (searches.length >= MAX_SAVED_SEARCHES && !searches.some((search) => search.name === name)) {
      throw new AppError('InvalidInput', { reason: reasonText('tooManySearches', { limit: MAX_SAVED_SEARCHES }) })
    }
    await tables.run(
      `INSERT INTO ${TABLE} (account, name, search) VALUES (?, ?, ?) ON CONFLICT (account, name) DO UPDATE SET search = excluded.search`,
      account,
      name,
      text,
    )
    return await searchesOf(account)
  })

  routes.withSession(forgetSearch, async (context) => {
    const account = await accountOf(context)
    await tables.run(`DELETE FROM ${TABLE} WHERE account = ? AND name = ?`, account, context.query.name)
    return await searchesOf(account)
  })
}
