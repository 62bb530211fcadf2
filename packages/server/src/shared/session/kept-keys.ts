import { AppError } from '@cooperage/contract'
import * as z from 'zod/mini'
import type { Services } from '../services.ts'
import type { Session } from './sealed-session.ts'
import type { Sealer } from './sealer.ts'

/** Never change one that was released; add the next one. */
const MIGRATIONS = [
  `CREATE TABLE cooperage_kept_keys (
    session_id TEXT PRIMARY KEY, revoke_type TEXT NOT NULL, sealed_keys TEXT NOT NULL, ends_at BIGINT NOT NULL
  )`,
]

const keys = z.object({
  accessKey: z.string(),
  secretKey: z.string(),
  /** Of Garage, whose keys are then those that the token created for the session. */
  garageToken: z.optional(z.string()),
})
export type Keys = z.infer<typeof keys>

/**
 * The keys of sessions at storage servers without temporary keys (decision 34): the visitor's own, sealed, in the console's
 * database. The cookie has none, so a copy of it is useless after signing out.
 */
export interface KeptKeys {
  /** Stores the keys of a session until it ends. */
  keep(session: Session): Promise<void>
  /** @throws AppError SessionEnded */
  of(session: Session): Promise<Keys>
  /** Those of the newest session of that name, if one is signed in. */
  newest(session: Pick<Session, 'revokeType'>): Promise<Keys | undefined>
  /** Deletes the keys of a session, and those of the sessions that it replaced, and returns them. */
  forget(session: Session): Promise<Keys[]>
}

/** Errors of the database are `ConsoleStoreUnavailable`. */
export function openKeptKeys({
  sharedStore: store,
  sealerFor,
  now,
}: Pick<Services, 'sharedStore' | 'sealerFor' | 'now'>): KeptKeys {
  const tables = store.tables('kept-keys', MIGRATIONS)
  // Most storage servers need none.
  let sealer: Promise<Sealer<Keys>> | undefined
  const openSealer = () => {
    sealer ??= sealerFor('cooperage kept keys 1', keys)
    return sealer
  }

  async function guarded<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } catch (cause) {
      throw new AppError('ConsoleStoreUnavailable', {}, { cause })
    }
  }

  return {
    async keep({ id, revokeType, endsAt, accessKey, secretKey, garageToken }) {
      const sealed = await (await openSealer()).seal({ accessKey, secretKey, garageToken })
      await guarded(
        tables.batch([
          ['DELETE FROM cooperage_kept_keys WHERE ends_at <= ?', now()],
          [
            'INSERT INTO cooperage_kept_keys (session_id, revoke_type, sealed_keys, ends_at) VALUES (?, ?, ?, ?)',
            id,
            revokeType,
            sealed,
            endsAt,
          ],
        ]),
      )
    },
    async of({ id }) {
      const [row] = await guarded(tables.all('SELECT sealed_keys FROM cooperage_kept_keys WHERE session_id = ?', id))
      const found = row && (await (await openSealer()).open(String(row.sealed_keys)))
      if (found === undefined) throw new AppError('SessionEnded')
      return found
    },
    async newest({ revokeType }) {
      const all =
        'SELECT sealed_keys FROM cooperage_kept_keys WHERE revoke_type = ? AND ends_at > ? ORDER BY ends_at DESC'
      const [row] = await guarded(tables.all(all, revokeType, now()))
      return row && (await (await openSealer()).open(String(row.sealed_keys)))
    },
    async forget({ revokeType }) {
      const rows = await guarded(
        tables.all('SELECT sealed_keys FROM cooperage_kept_keys WHERE revoke_type = ?', revokeType),
      )
      await guarded(tables.run('DELETE FROM cooperage_kept_keys WHERE revoke_type = ?', revokeType))
      const found = await Promise.all(rows.map(async (row) => (await openSealer()).open(String(row.sealed_keys))))
      return found.filter((one) => one !== undefined)
    },
  }
}
