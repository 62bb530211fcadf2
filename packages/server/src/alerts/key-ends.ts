/** When access keys expire. The console has no keys to list them with, so it remembers what visitors who may list them found. */
import { AppError } from '@cooperage/contract'
import { listAllAccessKeys, listUsers, StorageError } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import { isConsoleKey } from '../shared/console-keys.ts'
import type { StorageVisit } from '../shared/feature.ts'
import type { Services } from '../shared/services.ts'
import type { Observation } from './alert-state.ts'
import type { AlertTables } from './alert-tables.ts'

const DAY_MS = 24 * 3600_000
/** What has expired for longer is no news. */
const PAST_MS = 7 * DAY_MS
/** How often visitors list the keys: without opening the page of the alerts, and with it. */
export const KEYS_EVERY_MS = { menu: 3600_000, page: 60_000 } as const
const ACTIONS = ['admin:ListUsers', 'admin:ListServiceAccounts']
/** Only the first that expire. */
const MAX_ENDS = 1_000

/** An account and when one of its keys expires, in milliseconds since the epoch. */
export type KeyEnd = readonly [owner: string, end: number]

export class KeyEnds {
  readonly #tables: Pick<AlertTables, 'keyEnds' | 'setKeyEnds'>
  readonly #now: () => number
  #triedAt = Number.NEGATIVE_INFINITY

  constructor(tables: Pick<AlertTables, 'keyEnds' | 'setKeyEnds'>, now: () => number) {
    this.#tables = tables
    this.#now = now
  }

  /** Has a visitor who may do so list the keys, unless that was done less than `everyMs` ago. What can't be listed stays as it is known. */
  async refresh(visit: StorageVisit, { accounts }: Pick<Services, 'accounts'>, everyMs: number): Promise<void> {
    const now = this.#now()
    // Whichever way the clock was set.
    if (Math.abs(now - this.#triedAt) < everyMs) return
    const permissions = accountPermissions(await accounts.of(visit.session, visit.storage))
    if (!ACTIONS.every((action) => permissions.couldAllow([action]))) return
    this.#triedAt = now
    try {
      await this.keep(await endsOf(visit.storage))
    } catch (error) {
      if (!(error instanceof StorageError) && !(error instanceof AppError)) throw error
    }
  }

  async keep(ends: readonly KeyEnd[]): Promise<void> {
    const sorted = ends.filter(([, end]) => end > this.#now() - PAST_MS).sort(([, a], [, b]) => a - b)
    await this.#tables.setKeyEnds(sorted.slice(0, MAX_ENDS))
  }

  /** Days until the first key of each account expires; negative once it has. */
  async days(): Promise<Observation> {
    const ends = await this.#tables.keyEnds()
    if (ends === undefined) return 'noData'
    const now = this.#now()
    const found = new Map<string, number>()
    for (const [owner, end] of ends) {
      if (end > now - PAST_MS && !found.has(owner)) found.set(owner, (end - now) / DAY_MS)
    }
    return found
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
