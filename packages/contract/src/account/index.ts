/** The visitor's own account: its password and its sessions. */
import type { Page } from '../page.ts'

export * from './password.ts'
export * from './sessions.ts'

/** Your own account needs no permission. */
export const accountPages: readonly Page[] = [
  { path: '/account', actions: [] },
  { path: '/account/change-password', actions: [], condition: 'ownPassword' },
]
