import type { SessionEvent } from '@cooperage/contract'
import { failureWords } from '@cooperage/contract'
import { knownError } from '../error-responses.ts'
import { pause } from '../live/pause.ts'
import type { AnySession } from './sealed-session.ts'

/**
 * The events of a session for its tabs: that it expires soon, changed permissions, and why it ended. `changes` reports changed
 * permissions, and throws when the session was lost.
 */
export async function* sessionEvents(
  session: AnySession,
  changes: AsyncGenerator<'changed'>,
  now: () => number,
  signal: AbortSignal,
): AsyncGenerator<SessionEvent> {
  const untilEnding = session.endingAt - now()
  yield endOf(session, now(), untilEnding <= 0)
  let ending = untilEnding > 0 ? pause(untilEnding, signal) : undefined
  let change = changes.next()
  try {
    for (;;) {
      const event = await Promise.race(ending ? [change, ending] : [change])
      if (event === undefined) {
        ending = undefined
        yield endOf(session, now(), true)
      } else {
        change = changes.next()
        yield { kind: 'rights' }
      }
    }
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error
    const known = knownError(reason)
    if (known?.code === 'SessionEnded' || known?.code === 'NoPolicy') {
      yield { kind: 'lost', code: known.code, ...failureWords(known) }
    }
    throw reason
  }
}

function endOf({ endsAt, endingAt }: AnySession, now: number, isEnding: boolean): SessionEvent {
  return {
    kind: 'session',
    endsAt: new Date(endsAt).toISOString(),
    endsInMs: Math.max(0, endsAt - now),
    endingInMs: isEnding ? 0 : Math.max(0, endingAt - now),
    isEnding,
  }
}
