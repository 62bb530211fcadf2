/** What other features may know of the session. */
export { rememberedUsername, rememberUsername } from './remembered-username.ts'
export { useTimeLeft } from './time-left.ts'
export { createUseCan } from './use-can.ts'
export { useSession } from './use-session.ts'
export { type SessionWatch, useSessionWatch } from './use-session-watch.ts'
