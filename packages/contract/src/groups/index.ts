/** Groups of built-in users. */
import type { Page } from '../page.ts'

export * from './groups.ts'

export const groupPages: readonly Page[] = [{ path: '/groups', actions: ['admin:ListGroups'] }]
