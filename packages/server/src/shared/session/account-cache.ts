import { type AccountInfo, accountInfo, type StorageClient } from '@cooperage/storage-client'
import { STORAGE_DEADLINE_MS } from '../request-signal.ts'
import type { Session } from './sealed-session.ts'

/** A page asks for several permissions in a row; a change of policy must show at once. */
const KEEP_MS = 2_000
const MAX_KEPT = 1_000

interface Kept {
  account: Promise<AccountInfo>
  until: number
}

/** The account behind a session, asked for at most once in two seconds. It decides only what is offered, never what is done. */
export class AccountCache {
  readonly #now: () => number
  readonly #kept = new Map<string, Kept>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** @throws StorageError when the keys are no longer good */
  of(session: Session, storage: StorageClient): Promise<AccountInfo> {
    const kept = this.#kept.get(session.id)
    if (kept !== undefined && kept.until > this.#now()) return kept.account
    return this.refresh(session, storage)
  }

  /** Asks the storage in any case. @throws StorageError */
  refresh(session: Session, storage: StorageClient): Promise<AccountInfo> {
    // Others may wait for the same answer: it does not end with the visit that asked first, only at its deadline.
    const account = accountInfo({ ...storage, signal: AbortSignal.timeout(STORAGE_DEADLINE_MS) })
    this.#kept.delete(session.id)
    this.#kept.set(session.id, { account, until: this.#now() + KEEP_MS })
    account.catch(() => this.forget(session))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return account
  }

  forget(session: Session): void {
    this.#kept.delete(session.id)
  }
}
