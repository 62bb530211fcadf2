import { type SessionEvent, watchSession } from '@cooperage/contract'
import { knownError } from '../shared/error-responses.ts'
import type { Registry } from '../shared/feature.ts'
import { pause } from '../shared/live/pause.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { type AccountWatch, createAccountWatch } from './account-watch.ts'

export function sessionWatch({ sockets, services }: Registry): void {
  const watchAccount = createAccountWatch(services)
  sockets.withSession(watchSession, ({ session, signal }) => newsOf(session, watchAccount, services.now, signal))
}

/** The events of a session for its tabs: that it expires soon, changed permissions, and why it ended. */
async function* newsOf(
  session: Session,
  watchAccount: AccountWatch,
  now: () => number,
  signal: AbortSignal,
): AsyncGenerator<SessionEvent> {
  const untilEnding = session.endingAt - now()
  yield endOf(session, now(), untilEnding <= 0)
  const changes = watchAccount(session, signal)
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
      yield { kind: 'lost', code: known.code, message: known.message }
    }
    throw reason
  }
}

function endOf({ endsAt, endingAt }: Session, now: number, isEnding: boolean): SessionEvent {
  return {
    kind: 'session',
    endsAt: new Date(endsAt).toISOString(),
    endsInMs: Math.max(0, endsAt - now),
    endingInMs: isEnding ? 0 : Math.max(0, endingAt - now),
    isEnding,
  }
}
