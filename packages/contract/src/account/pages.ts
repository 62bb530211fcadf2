import type { Page } from '../page.ts'

/** Own access keys need no permission. */
export const accountPages: readonly Page[] = [{ path: '/account', actions: [] }]
