/** Where share links are stored: with replicas, in the database that they share. */
import { AppError } from '@cooperage/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { FeatureTables } from '../shared/console-store/console-store.ts'
import type { Services } from '../shared/services.ts'
import { untilItSucceeds } from '../shared/until-it-succeeds.ts'

export const LINKS = 'cooperage_share_links'

/** Never change one that was released; add the next one. */
const MIGRATIONS = [
  `CREATE TABLE share_links (
    id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, owner TEXT NOT NULL, bucket TEXT NOT NULL,
    path TEXT NOT NULL, version_id TEXT NOT NULL, access_key TEXT NOT NULL, sealed_keys TEXT NOT NULL, password TEXT NOT NULL,
    created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, max_uses BIGINT NOT NULL, max_bytes BIGINT NOT NULL,
    uses BIGINT NOT NULL, last_used_at BIGINT NOT NULL, is_revoked BIGINT NOT NULL
  )`,
  // Other programs may have tables in the same PostgreSQL database.
  `ALTER TABLE share_links RENAME TO ${LINKS}`,
  `ALTER TABLE ${LINKS} ADD COLUMN shared_by TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE ${LINKS} ADD COLUMN is_direct BIGINT NOT NULL DEFAULT 0`,
]

/**
 * The table of links. Those from before the console had a shared database are moved there first. Errors of the database are
 * `ShareLinkStoreUnavailable`.
 */
export function linkTables(
  { store, sharedStore }: Pick<Services, 'store' | 'sharedStore'>,
  log: FastifyBaseLogger,
): FeatureTables {
  const tables = sharedStore.tables('share-links', MIGRATIONS)
  const hasOwnLinks = sharedStore !== store && store.isCreated()
  const moved = untilItSucceeds(async () => {
    if (hasOwnLinks) await moveLinks(store.tables('share-links', MIGRATIONS), tables, log)
  })
  // Other replicas have requests for these links too. If it fails, the next call that concerns links repeats it.
  moved().catch(({ message }: Error) => log.error({ cause: message }, 'share links could not be moved to the database'))

  async function guarded<T>(call: () => Promise<T>): Promise<T> {
    try {
      await moved()
      return await call()
    } catch (cause) {
      throw new AppError('ShareLinkStoreUnavailable', {}, { cause })
    }
  }
  return {
    all: (...statement) => guarded(() => tables.all(...statement)),
    run: (...statement) => guarded(() => tables.run(...statement)),
    batch: (statements) => guarded(() => tables.batch(statements)),
  }
}

/** A file that can't be read or written doesn't prevent the use of the other links. */
async function moveLinks(from: FeatureTables, to: FeatureTables, log: FastifyBaseLogger): Promise<void> {
  const report = (failure: string) => (error: unknown) => {
    log.error({ err: error }, failure)
    return undefined
  }
  const rows = await from
    .all(`SELECT * FROM ${LINKS}`)
    .catch(report('share links in the data folder could not be read, and were not moved to the database'))
  if (rows === undefined || rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {})
  const places = columns.map(() => '?')
  // After a crash before the deletion they are moved again.
  const insert = `INSERT INTO ${LINKS} (${columns.join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING`
  await to.batch(rows.map((row) => [insert, ...columns.map((name) => row[name] ?? null)]))
  log.info({ links: rows.length }, 'share links were moved from the data folder to the database')
  await from
    .run(`DELETE FROM ${LINKS}`)
    .catch(report('share links could not be removed from the data folder, and will be moved again at the next start'))
}
