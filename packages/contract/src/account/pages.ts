import type { Page } from '../page.ts'

/** Your own account needs no permission. */
export const accountPages: readonly Page[] = [
  { path: '/account', actions: [] },
  { path: '/account/change-password', actions: [], condition: 'ownPassword' },
]
