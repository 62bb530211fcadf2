import { AppError, type FactorKind, type FactorMode, factorMode, MAX_PASSKEYS } from '@cooperage/contract'
import * as z from 'zod/mini'
import type { Statement, StoredRow } from '../console-store/console-store.ts'
import type { Services } from '../services.ts'

export const FACTOR_TABLES = 'second-factors'

/** Never change one that was released; add the next one. Times in milliseconds since the epoch; `console` as in the settings. */
export const FACTOR_MIGRATIONS = [
  'CREATE TABLE cooperage_factor_modes (console TEXT PRIMARY KEY, mode TEXT NOT NULL)',
  // The counter is the last step of an authenticator app, or the count that a passkey reported.
  `CREATE TABLE cooperage_factors (
    console TEXT NOT NULL, account TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, host TEXT NOT NULL,
    sealed TEXT NOT NULL, counter BIGINT NOT NULL, created BIGINT NOT NULL, last_used BIGINT NOT NULL,
    PRIMARY KEY (console, account, id)
  )`,
  `CREATE TABLE cooperage_recovery_codes (
    console TEXT NOT NULL, account TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (console, account, hash)
  )`,
  `CREATE TABLE cooperage_factor_attempts (
    console TEXT NOT NULL, account TEXT NOT NULL, failures BIGINT NOT NULL, blocked_until BIGINT NOT NULL,
    PRIMARY KEY (console, account)
  )`,
  `CREATE TABLE cooperage_factor_steps (
    id TEXT PRIMARY KEY, console TEXT NOT NULL, account TEXT NOT NULL, kind TEXT NOT NULL, sealed TEXT NOT NULL, ends_at BIGINT NOT NULL
  )`,
  "ALTER TABLE cooperage_factor_steps ADD COLUMN scope TEXT NOT NULL DEFAULT ''",
]

/**
 * Factors that weren't accepted since the last sign-in: `failures` also counts what has been right, and forgets. A feature of its
 * own, so that earlier consoles, which know nothing of it, can still open the tables of factors.
 */
export const WRONG_FACTOR_TABLES = 'wrong-factors'
export const WRONG_FACTOR_MIGRATIONS = [
  `CREATE TABLE cooperage_wrong_factors (
    console TEXT NOT NULL, account TEXT NOT NULL, wrong BIGINT NOT NULL, PRIMARY KEY (console, account)
  )`,
]

export interface FactorRecord {
  account: string
  /** Of a passkey what its authenticator calls it; `totp` for the authenticator app. */
  id: string
  kind: FactorKind
  name: string
  host: string
  sealed: string
  counter: number
  created: number
  /** 0 if it wasn't. */
  lastUsed: number
}

/** Something that was started and is completed within minutes. */
export interface StepRecord {
  id: string
  account: string
  kind: string
  /** Whose it is among those who have the keys of the account: they forget only their own. */
  scope: string
  sealed: string
  endsAt: number
}

/** Of a kind, an account and a scope; the oldest are forgotten. More than the sign-ins that `LoginThrottle` admits in ten minutes. */
const MAX_STEPS = 20

export type FactorTables = ReturnType<typeof factorTables>

/** Errors of the database are `ConsoleStoreUnavailable`. What must happen once is one statement. */
export function factorTables({ sharedStore, settings }: Pick<Services, 'sharedStore' | 'settings'>) {
  const console = settings.server?.name ?? ''
  const store = sharedStore.tables(FACTOR_TABLES, FACTOR_MIGRATIONS)
  const wrongs = sharedStore.tables(WRONG_FACTOR_TABLES, WRONG_FACTOR_MIGRATIONS)
  const guarded = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (cause) {
      throw new AppError('ConsoleStoreUnavailable', {}, { cause })
    }
  }
  const all = (...statement: Parameters<typeof store.all>) => guarded(store.all(...statement))
  const run = (...statement: Parameters<typeof store.run>) => guarded(store.run(...statement))
  const batch = (...statements: Parameters<typeof store.batch>) => guarded(store.batch(...statements))

  return {
    async mode(): Promise<FactorMode | undefined> {
      const [row] = await all('SELECT mode FROM cooperage_factor_modes WHERE console = ?', console)
      return row && z.parse(factorMode, row.mode)
    },
    async setMode(mode: FactorMode): Promise<void> {
      const write =
        'INSERT INTO cooperage_factor_modes (console, mode) VALUES (?, ?) ON CONFLICT (console) DO UPDATE SET mode = excluded.mode'
      await run(write, console, mode)
    },

    async factors(account: string): Promise<FactorRecord[]> {
      const query = 'SELECT * FROM cooperage_factors WHERE console = ? AND account = ? ORDER BY created, id'
      return (await all(query, console, account)).map(factorOf)
    },
    async everyFactor(): Promise<FactorRecord[]> {
      return (await all('SELECT * FROM cooperage_factors WHERE console = ? ORDER BY account', console)).map(factorOf)
    },
    /** Whether it was added: not if there is one with its id, too many passkeys, or `isFirst` and the account has any. */
    async add(factor: FactorRecord, isFirst: boolean): Promise<boolean> {
      const { account, id, kind, name, host, sealed, counter, created, lastUsed } = factor
      // PostgreSQL doesn't infer the types of values in a query.
      const values = `${'CAST(? AS TEXT), '.repeat(7)}CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT)`
      const others = isFirst ? '' : ' AND id = ?'
      const write = `INSERT INTO cooperage_factors (console, account, id, kind, name, host, sealed, counter, created, last_used)
        SELECT ${values} WHERE NOT EXISTS (SELECT 1 FROM cooperage_factors WHERE console = ? AND account = ?${others})
        AND (SELECT COUNT(*) FROM cooperage_factors WHERE console = ? AND account = ? AND kind = 'passkey') < ?`
      const [, added = 0] = await batch([
        // Locks the account until the end of the transaction: two of PostgreSQL don't see what the other one is adding.
        [
          `INSERT INTO cooperage_factor_attempts (failures, blocked_until, console, account) VALUES (0, 0, ?, ?)
            ON CONFLICT (console, account) DO UPDATE SET failures = cooperage_factor_attempts.failures`,
          ...[console, account],
        ],
        [
          write,
          ...[console, account, id, kind, name, host, sealed, counter, created, lastUsed],
          ...[console, account, ...(isFirst ? [] : [id])],
          ...[console, account, kind === 'passkey' ? MAX_PASSKEYS : Number.MAX_SAFE_INTEGER],
        ],
      ])
      return added > 0
    },
    /** Advances the counter of a factor, and notes its use. False if it isn't higher: then the code or answer was used before. */
    async advance({ account, id }: FactorRecord, counter: number, now: number): Promise<boolean> {
      const write =
        'UPDATE cooperage_factors SET counter = ?, last_used = ? WHERE console = ? AND account = ? AND id = ? AND counter < ?'
      return (await run(write, counter, now, console, account, id, counter)) > 0
    },
    /** Notes the use of a passkey that doesn't count. */
    async touch({ account, id }: FactorRecord, now: number): Promise<boolean> {
      const write =
        'UPDATE cooperage_factors SET last_used = ? WHERE console = ? AND account = ? AND id = ? AND counter = 0'
      return (await run(write, now, console, account, id)) > 0
    },
    /** Removes a factor, and with the last one the recovery codes. */
    async remove(account: string, id: string): Promise<boolean> {
      const [removed = 0] = await batch([
        ['DELETE FROM cooperage_factors WHERE console = ? AND account = ? AND id = ?', console, account, id],
        [
          `DELETE FROM cooperage_recovery_codes WHERE console = ? AND account = ? AND NOT EXISTS
            (SELECT 1 FROM cooperage_factors WHERE console = ? AND account = ?)`,
          ...[console, account, console, account],
        ],
      ])
      return removed > 0
    },
    /** Whether it had factors. Removes everything of an account, also what it has started. */
    async reset(account: string): Promise<boolean> {
      await guarded(wrongs.batch(resetStatements(account, console, WRONG_FACTOR_TABLES)))
      const [removed = 0] = await batch(resetStatements(account, console, FACTOR_TABLES))
      return removed > 0
    },

    async countRecoveryCodes(account: string): Promise<number> {
      const query = 'SELECT hash FROM cooperage_recovery_codes WHERE console = ? AND account = ?'
      return (await all(query, console, account)).length
    },
    async recoveryCounts(): Promise<Map<string, number>> {
      const query = 'SELECT account, COUNT(*) AS codes FROM cooperage_recovery_codes WHERE console = ? GROUP BY account'
      return new Map((await all(query, console)).map(({ account, codes }) => [String(account), Number(codes)]))
    },
    async replaceRecoveryCodes(account: string, hashes: readonly string[]): Promise<void> {
      await batch([
        ['DELETE FROM cooperage_recovery_codes WHERE console = ? AND account = ?', console, account],
        ...hashes.map(
          (hash) =>
            [
              'INSERT INTO cooperage_recovery_codes (console, account, hash) VALUES (?, ?, ?)',
              ...[console, account, hash],
            ] as const,
        ),
      ])
    },
    /** Whether there was such a code, which there isn't from now on. */
    async useRecoveryCode(account: string, hash: string): Promise<boolean> {
      const write = 'DELETE FROM cooperage_recovery_codes WHERE console = ? AND account = ? AND hash = ?'
      return (await run(write, console, account, hash)) > 0
    },

    async attempts(account: string): Promise<{ failures: number; blockedUntil: number }> {
      const query = 'SELECT failures, blocked_until FROM cooperage_factor_attempts WHERE console = ? AND account = ?'
      const [row] = await all(query, console, account)
      return { failures: Number(row?.failures ?? 0), blockedUntil: Number(row?.blocked_until ?? 0) }
    },
    /** Counts an attempt as the one after `failures`; false if another one was faster. */
    async countAttempt(account: string, failures: number, blockedUntil: number): Promise<boolean> {
      const write = `INSERT INTO cooperage_factor_attempts (failures, blocked_until, console, account) VALUES (?, ?, ?, ?)
        ON CONFLICT (console, account) DO UPDATE SET failures = excluded.failures, blocked_until = excluded.blocked_until
        WHERE cooperage_factor_attempts.failures = ?`
      return (await run(write, failures + 1, blockedUntil, console, account, failures)) > 0
    },
    /** After a right code, which was counted too: half of the wrong ones are forgotten, and the next code needn't wait. */
    async halveAttempts(account: string): Promise<void> {
      const write =
        'UPDATE cooperage_factor_attempts SET failures = (failures - 1) / 2, blocked_until = 0 WHERE console = ? AND account = ? AND failures > 0'
      await run(write, console, account)
    },

    async countWrong(account: string): Promise<void> {
      const write = `INSERT INTO cooperage_wrong_factors (console, account, wrong) VALUES (?, ?, 1)
        ON CONFLICT (console, account) DO UPDATE SET wrong = cooperage_wrong_factors.wrong + 1`
      await guarded(wrongs.run(write, console, account))
    },
    /** How many were counted. They aren't any longer, unless another one is counted at the same time. */
    async takeWrong(account: string): Promise<number> {
      const ofAccount = 'FROM cooperage_wrong_factors WHERE console = ? AND account = ?'
      const [row] = await guarded(wrongs.all(`SELECT wrong ${ofAccount}`, console, account))
      const wrong = Number(row?.wrong ?? 0)
      if (wrong > 0) await guarded(wrongs.run(`DELETE ${ofAccount} AND wrong = ?`, console, account, wrong))
      return wrong
    },

    async keepStep({ id, account, kind, scope, sealed, endsAt }: StepRecord, now: number): Promise<void> {
      await batch([
        ['DELETE FROM cooperage_factor_steps WHERE ends_at <= ?', now],
        [
          'INSERT INTO cooperage_factor_steps (id, console, account, kind, scope, sealed, ends_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
          ...[id, console, account, kind, scope, sealed, endsAt],
        ],
        [
          `DELETE FROM cooperage_factor_steps WHERE console = ? AND account = ? AND kind = ? AND scope = ? AND id NOT IN
            (SELECT id FROM cooperage_factor_steps WHERE console = ? AND account = ? AND kind = ? AND scope = ?
            ORDER BY ends_at DESC, id LIMIT ${MAX_STEPS})`,
          ...[console, account, kind, scope, console, account, kind, scope],
        ],
      ])
    },
    async step(id: string, kind: string, now: number): Promise<Pick<StepRecord, 'account' | 'sealed'> | undefined> {
      const query =
        'SELECT account, sealed FROM cooperage_factor_steps WHERE id = ? AND console = ? AND kind = ? AND ends_at > ?'
      const [row] = await all(query, id, console, kind, now)
      return row && { account: String(row.account), sealed: String(row.sealed) }
    },
    /** Whether it was there: only one of several calls ends it. */
    async endStep(id: string): Promise<boolean> {
      return (await run('DELETE FROM cooperage_factor_steps WHERE id = ? AND console = ?', id, console)) > 0
    },
  }
}

/** With an account in each row; that of the factors is the first. */
const ACCOUNT_TABLES = {
  [FACTOR_TABLES]: [
    'cooperage_factors',
    'cooperage_recovery_codes',
    'cooperage_factor_attempts',
    'cooperage_factor_steps',
  ],
  [WRONG_FACTOR_TABLES]: ['cooperage_wrong_factors'],
}

/** Removes all that one of the two features has of an account, of one console or of all that share the database. */
export function resetStatements(
  account: string,
  console: string | undefined,
  feature: keyof typeof ACCOUNT_TABLES,
): Statement[] {
  return ACCOUNT_TABLES[feature].map((table) => {
    const all = `DELETE FROM ${table} WHERE account = ?`
    return console === undefined ? [all, account] : [`${all} AND console = ?`, account, console]
  })
}

function factorOf(row: StoredRow): FactorRecord {
  return {
    account: String(row.account),
    id: String(row.id),
    kind: row.kind === 'passkey' ? 'passkey' : 'totp',
    name: String(row.name),
    host: String(row.host),
    sealed: String(row.sealed),
    counter: Number(row.counter),
    created: Number(row.created),
    lastUsed: Number(row.last_used),
  }
}
