import type { AnySession } from './sealed-session.ts'

/** Far more than are renewed within the life of one; limits memory. */
const MAX_ENTRIES = 10_000

/**
 * The newest session of each visitor who renewed theirs or signed in again: what began with an earlier one, such as an upload,
 * continues with the newest keys when its own expire. Only in memory: a console that restarts has no transfers in progress.
 */
export class RenewedSessions<S extends AnySession> {
  readonly #now: () => number
  readonly #usableUntil: (session: S) => number
  /** By `revokeType`, which the session that replaces another one keeps. */
  readonly #newest = new Map<string, S>()
  readonly #renewing = new Map<string, Promise<S>>()

  /** @param usableUntil when what a session signs in with expires */
  constructor(now: () => number, usableUntil: (session: S) => number) {
    this.#now = now
    this.#usableUntil = usableUntil
  }

  /** Records a session that replaces another one. */
  add(session: S): void {
    if (session.id === session.revokeType) return
    this.#newest.delete(session.revokeType)
    this.#newest.set(session.revokeType, session)
    for (const [name, each] of this.#newest) {
      if (this.#usableUntil(each) > this.#now() && this.#newest.size <= MAX_ENTRIES) break
      this.#newest.delete(name)
    }
  }

  /** The session itself, or the one that has replaced it. */
  newest(session: S): S {
    return this.#newest.get(session.revokeType) ?? session
  }

  /** A session that replaces this one: the known one if there is, otherwise that of `make`, which runs once at a time. */
  async renew(session: S, make: () => Promise<S>): Promise<S> {
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

  /** Waits until a session isn't being renewed, and drops the record of its replacement. */
  async settle({ revokeType }: S): Promise<void> {
    // The caller that renews it gets the failure.
    await this.#renewing.get(revokeType)?.catch(() => undefined)
    this.#newest.delete(revokeType)
  }
}
