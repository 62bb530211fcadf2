import { watchSession } from '@cooperage/contract'
import type { Registry } from '../shared/feature.ts'
import { sessionEvents } from '../shared/session/session-events.ts'
import { createAccountWatch } from './account-watch.ts'

export function sessionWatch({ sockets, services }: Registry): void {
  const watchAccount = createAccountWatch(services)
  sockets.withSession(watchSession, ({ session, storage, signal }) =>
    sessionEvents(session, watchAccount(session, storage.visitor, signal), services.now, signal),
  )
}
