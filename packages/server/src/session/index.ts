/** Signing in and out, and what the signed-in account may see. */
export { AccountCache } from './account-cache.ts'
export { loginRoutes } from './login.routes.ts'
export { createSessionSealer, type Session, sessionCookieName } from './sealed-session.ts'
export { sessionRoutes } from './session.routes.ts'
export { SessionCookie } from './session-cookie.ts'
export { createSessionKeeper, type SessionKeeper } from './session-keeper.ts'
export { sessionWatch } from './session-watch.ts'
export { openSignedOutSessions } from './signed-out-sessions.ts'
