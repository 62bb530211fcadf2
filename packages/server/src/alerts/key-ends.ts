/** When access keys expire. The console has no keys to list them with, so it remembers what visitors who may list them found. */
import { listAllAccessKeys, listUsers, StorageError } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import type { FastifyBaseLogger } from 'fastify'
import { isConsoleKey } from '../shared/console-keys.ts'
import type { StorageVisit } from '../shared/feature.ts'
import { STORAGE_DEADLINE_MS } from '../shared/request-signal.ts'
import type { Services } from '../shared/services.ts'
import type { Observation } from './alert-state.ts'
import type { AlertTables } from './alert-tables.ts'

const DAY_MS = 24 * 3600_000
/** What has expired for longer is no news. */
const PAST_MS = 7 * DAY_MS
/** How often visitors list the keys: without opening the page of the alerts, and with it. */
export const KEYS_EVERY_MS = { menu: 3600_000, page: 60_000 } as const
/** When a visitor for whom it failed tries again: a permission of another one may be enough. */
const RETRY_MS = 10 * 60_000
const MAX_RETRIES = 1_000
export const KEY_ACTIONS = ['admin:ListUsers', 'admin:ListServiceAccounts'] as const
/** Of so many accounts, with at most two keys each. */
const MAX_ENDS = 2_000

/** An account and when one of its keys expires, in milliseconds since the epoch. */
export type KeyEnd = readonly [owner: string, end: number]

export class KeyEnds {
  readonly #tables: Pick<AlertTables, 'keyEnds' | 'setKeyEnds'>
  readonly #now: () => number
  readonly #log: Pick<FastifyBaseLogger, 'debug' | 'warn'>
  readonly #list: typeof endsOf
  #isListing = false
  #listedAt = Number.NEGATIVE_INFINITY
  /** By session, when listing them failed. */
  readonly #failedAt = new Map<string, number>()

  constructor(
    tables: Pick<AlertTables, 'keyEnds' | 'setKeyEnds'>,
    now: () => number,
    log: Pick<FastifyBaseLogger, 'debug' | 'warn'>,
    list = endsOf,
  ) {
    this.#tables = tables
    this.#now = now
    this.#log = log
    this.#list = list
  }

  /**
   * Has a visitor who may do so list the keys in the background, unless that was done less than `everyMs` ago. What can't be listed
   * stays as it is known.
   */
  refresh(
    { session, storage }: Pick<StorageVisit, 'session' | 'storage'>,
    accounts: Services['accounts'],
    everyMs: number,
  ): void {
    if (this.#isListing || this.#isWithin(everyMs, this.#listedAt)) return
    if (this.#isWithin(RETRY_MS, this.#failedAt.get(session.id))) return
    this.#isListing = true
    const listing = async () => {
      const permissions = accountPermissions(await accounts.of(session, storage))
      if (!KEY_ACTIONS.every((action) => permissions.couldAllow([action]))) return
      await this.keep(await this.#list({ ...storage, signal: AbortSignal.timeout(STORAGE_DEADLINE_MS) }))
      this.#listedAt = this.#now()
    }
    void listing()
      .catch((error: unknown) => {
        this.#failedAt.set(session.id, this.#now())
        const [oldest = ''] = this.#failedAt.keys()
        if (this.#failedAt.size > MAX_RETRIES) this.#failedAt.delete(oldest)
        // Servers refuse it to whoever a condition of a policy keeps from it, and older ones to everybody.
        const level = error instanceof StorageError ? 'debug' : 'warn'
        this.#log[level]({ err: error }, 'access keys can’t be listed for alerts')
      })
      .finally(() => {
        this.#isListing = false
      })
  }

  /** Of each account the next key that expires, and the last one that has. */
  async keep(ends: readonly KeyEnd[]): Promise<void> {
    const now = this.#now()
    const [next, last] = [new Map<string, number>(), new Map<string, number>()]
    for (const [owner, end] of ends) {
      if (end > now) next.set(owner, Math.min(end, next.get(owner) ?? Number.POSITIVE_INFINITY))
      else if (end > now - PAST_MS) last.set(owner, Math.max(end, last.get(owner) ?? 0))
    }
    const kept = [...[...next].sort(([, a], [, b]) => a - b), ...[...last].sort(([, a], [, b]) => b - a)]
    const left = kept.length - MAX_ENDS
    if (left > 0) this.#log.warn({ left }, 'alerts don’t know when the keys of all accounts expire')
    await this.#tables.setKeyEnds(kept.slice(0, MAX_ENDS))
  }

  /** Days until the first key of each account expires; negative once one has. */
  async days(): Promise<Observation> {
    const ends = await this.#tables.keyEnds()
    if (ends === undefined) return 'noData'
    const now = this.#now()
    const found = new Map<string, number>()
    for (const [owner, end] of ends) {
      const days = (end - now) / DAY_MS
      if (end > now - PAST_MS) found.set(owner, Math.min(days, found.get(owner) ?? days))
    }
    return found
  }

  /** Whichever way the clock was set. */
  #isWithin(ms: number, time = Number.NEGATIVE_INFINITY): boolean {
    return Math.abs(this.#now() - time) < ms
  }
}

async function endsOf(storage: StorageVisit['storage']): Promise<KeyEnd[]> {
  const [keys, users] = await Promise.all([listAllAccessKeys(storage), listUsers(storage)])
  const names = new Set(users.map(({ name }) => name))
  return keys.flatMap(({ accessKey, parent, expiresAt }): KeyEnd[] =>
    // Root's name is half of root's credentials.
    expiresAt === undefined || isConsoleKey(accessKey) ? [] : [[names.has(parent) ? parent : 'root', expiresAt]],
  )
}
