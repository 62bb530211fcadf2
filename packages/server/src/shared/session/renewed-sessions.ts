import type { Credentials } from '@cooperage/wire'
import type { Session } from './sealed-session.ts'

/** Far more than are renewed within the life of one; limits memory. */
const MAX_ENTRIES = 10_000
/** Keys that expire sooner than this aren't used for a further request to the storage server. */
const LAST_USE_MS = 10_000

/**
 * The newest session of each visitor who renewed theirs or signed in again: what began with an earlier one, such as an upload,
 * continues with the newest keys when its own expire. Only in memory: a console that restarts has no transfers in progress.
 */
export class RenewedSessions {
  readonly #now: () => number
  /** By `revokeType`, which a session hands on to the one that replaces it. */
  readonly #newest = new Map<string, Session>()
  readonly #renewing = new Map<string, Promise<Session>>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Remembers a session that replaces another one. */
  add(session: Session): void {
    if (session.id === session.revokeType) return
    this.#newest.delete(session.revokeType)
    this.#newest.set(session.revokeType, session)
    for (const [name, { keysEndAt }] of this.#newest) {
      if (keysEndAt > this.#now() && this.#newest.size <= MAX_ENTRIES) break
      this.#newest.delete(name)
    }
  }

  /** The keys for the next request of a session: its own, and shortly before they expire those of a newer session. */
  keysOf(session: Session): Credentials {
    const current = () => {
      if (session.keysEndAt - this.#now() > LAST_USE_MS) return session
      return this.#newest.get(session.revokeType) ?? session
    }
    return {
      get accessKey() {
        return current().accessKey
      },
      get secretKey() {
        return current().secretKey
      },
      get sessionToken() {
        return current().sessionToken
      },
    }
  }

  /** A session that replaces this one: the known one if there is, otherwise that of `make`, which runs once at a time. */
  async renew(session: Session, make: () => Promise<Session>): Promise<Session> {
    const name = session.revokeType
    const known = this.#newest.get(name)
    if (known !== undefined && known.endsAt > session.endsAt) return known
    let renewing = this.#renewing.get(name)
    if (renewing === undefined) {
      renewing = make().finally(() => this.#renewing.delete(name))
      this.#renewing.set(name, renewing)
    }
    return await renewing
  }

  /** Waits until a session isn't being renewed, and forgets what replaced it. */
  async settle({ revokeType }: Session): Promise<void> {
    // Whoever renews it gets the failure.
    await this.#renewing.get(revokeType)?.catch(() => undefined)
    this.#newest.delete(revokeType)
  }
}
