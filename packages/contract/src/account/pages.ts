import type { Page } from '../page.ts'

/** One's own account needs no permission. */
export const accountPages: readonly Page[] = [
  { path: '/account', actions: [] },
  { path: '/account/change-password', actions: [], condition: 'ownPassword' },
]
