/** What other features may know of the session. */
export { useTimeLeft } from './time-left.ts'
export { PERMISSIONS, type Permission, useCan } from './use-can.ts'
export { useSession } from './use-session.ts'
export { type SessionWatch, useSessionWatch } from './use-session-watch.ts'
