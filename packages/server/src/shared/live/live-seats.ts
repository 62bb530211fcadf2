import { AppError } from '@cooperage/contract'
import type { Session } from '../session/sealed-session.ts'

/** A browser opens one or two for each tab. */
export const MAX_PER_SESSION = 32
/** What one console serves at once; each costs some kilobytes, and the storage a share of a stream. */
export const MAX_IN_ALL = 2_000

/** The right of one visitor to one live view, until it is given back or taken away. */
export interface Seat {
  /** Aborts with an AppError when the session ends. */
  signal: AbortSignal
  leave(): void
}

interface Taken {
  revokeType: string
  seats: Set<AbortController>
}

/** Counts live views, and ends those of a session together with it. */
export class LiveSeats {
  readonly #now: () => number
  readonly #taken = new Map<string, Taken>()
  #count = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** @throws AppError TooManySockets */
  take({ id, revokeType, endsAt }: Pick<Session, 'id' | 'revokeType' | 'endsAt'>): Seat {
    const { seats } = this.#taken.get(id) ?? { seats: new Set() }
    if (seats.size >= MAX_PER_SESSION) throw new AppError('TooManySockets', { limit: MAX_PER_SESSION })
    if (this.#count >= MAX_IN_ALL) throw new AppError('TooManySockets', { limit: MAX_IN_ALL })
    const seat = new AbortController()
    this.#taken.set(id, { revokeType, seats: seats.add(seat) })
    this.#count += 1
    const timer = setTimeout(() => seat.abort(new AppError('SessionEnded')), Math.max(0, endsAt - this.#now()))
    timer.unref()
    return {
      signal: seat.signal,
      leave: () => {
        clearTimeout(timer)
        if (!seats.delete(seat)) return
        this.#count -= 1
        if (seats.size === 0) this.#taken.delete(id)
      },
    }
  }

  /** Ends every live view of a session. */
  end({ id }: Pick<Session, 'id'>, reason: AppError): void {
    for (const seat of this.#taken.get(id)?.seats ?? []) seat.abort(reason)
  }

  /** The same for a session and those whose place it took. */
  signOut({ revokeType }: Pick<Session, 'revokeType'>, reason: AppError): void {
    for (const [id, taken] of this.#taken) if (taken.revokeType === revokeType) this.end({ id }, reason)
  }
}
