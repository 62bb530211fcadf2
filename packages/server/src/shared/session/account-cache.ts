import { type Account, accountOf, type StorageClient } from '@cooperage/storage-client'
import { STORAGE_DEADLINE_MS } from '../request-signal.ts'
import type { Session } from './sealed-session.ts'

/** Pages check several permissions in a row; a policy change must show immediately. */
const KEEP_MS = 2_000
const MAX_ENTRIES = 1_000

interface CacheEntry {
  account: Promise<Account>
  until: number
}

/**
 * The account of a session, requested at most once in two seconds. It only decides what is offered; the storage server
 * authorizes every call.
 */
export class AccountCache {
  readonly #now: () => number
  readonly #entries = new Map<string, CacheEntry>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** @throws StorageError if the keys are no longer valid */
  of(session: Session, storage: StorageClient): Promise<Account> {
    const entry = this.#entries.get(session.id)
    if (entry !== undefined && entry.until > this.#now()) return entry.account
    return this.refresh(session, storage)
  }

  /** The account's name for what is kept of it. Root is called what it signed in as. @throws StorageError */
  async nameOf(session: Session, storage: StorageClient): Promise<string> {
    const { accountName } = await this.of(session, storage)
    return accountName === session.accessKey ? session.account : accountName
  }

  /** Always calls the storage server. @throws StorageError */
  refresh(session: Session, storage: StorageClient): Promise<Account> {
    // Other requests may wait for the same response, so it isn't aborted with the first request, only at its deadline.
    const account = accountOf({ ...storage, signal: AbortSignal.timeout(STORAGE_DEADLINE_MS) })
    this.#entries.delete(session.id)
    this.#entries.set(session.id, { account, until: this.#now() + KEEP_MS })
    account.catch(() => this.forget(session))
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest)
    return account
  }

  forget(session: Session): void {
    this.#entries.delete(session.id)
  }
}
