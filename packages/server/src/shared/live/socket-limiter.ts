import { AppError } from '@cooperage/contract'
import type { AnySession } from '../session/sealed-session.ts'

/** Browsers open one or two per tab. */
export const MAX_PER_SESSION = 32
/** Live views per console; each costs some kilobytes here and a share of a stream on the storage server. */
export const MAX_IN_TOTAL = 2_000

/** One session's permission to keep one live view open, until it is released or the session ends. */
export interface SocketSlot {
  /** Aborts with an AppError when the session ends. */
  signal: AbortSignal
  release(): void
}

interface SessionSlots {
  account: string
  revokeType: string
  slots: Set<AbortController>
}

/** Counts live views, and ends those of a session together with it. */
export class SocketLimiter {
  readonly #now: () => number
  readonly #sessions = new Map<string, SessionSlots>()
  #count = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** @throws AppError TooManySockets */
  acquire({ id, account, revokeType, endsAt }: Omit<AnySession, 'endingAt'>): SocketSlot {
    const { slots } = this.#sessions.get(id) ?? { slots: new Set() }
    if (slots.size >= MAX_PER_SESSION) throw new AppError('TooManySockets', { limit: MAX_PER_SESSION })
    if (this.#count >= MAX_IN_TOTAL) throw new AppError('TooManySockets', { limit: MAX_IN_TOTAL })
    const slot = new AbortController()
    this.#sessions.set(id, { account, revokeType, slots: slots.add(slot) })
    this.#count += 1
    const timer = setTimeout(() => slot.abort(new AppError('SessionEnded')), Math.max(0, endsAt - this.#now()))
    timer.unref()
    return {
      signal: slot.signal,
      release: () => {
        clearTimeout(timer)
        if (!slots.delete(slot)) return
        this.#count -= 1
        if (slots.size === 0) this.#sessions.delete(id)
      },
    }
  }

  /** Ends every live view of a session. */
  end({ id }: Pick<AnySession, 'id'>, reason: AppError): void {
    for (const slot of this.#sessions.get(id)?.slots ?? []) slot.abort(reason)
  }

  /** Ends the live views of a session and of the sessions that it replaced. */
  signOut({ revokeType }: Pick<AnySession, 'revokeType'>, reason: AppError): void {
    for (const [id, session] of this.#sessions) if (session.revokeType === revokeType) this.end({ id }, reason)
  }

  /** Ends the live views of all sessions of an account. */
  signOutEverywhere({ account, revokeType }: Pick<AnySession, 'account' | 'revokeType'>, reason: AppError): void {
    this.signOut({ revokeType }, reason)
    // Accounts of identity providers have no access key that signed in.
    if (account === '') return
    for (const [id, session] of this.#sessions) if (session.account === account) this.end({ id }, reason)
  }
}
