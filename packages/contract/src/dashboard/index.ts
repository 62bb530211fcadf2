/** State and usage of the storage server. */
import type { Page } from '../page.ts'

export * from './info.ts'
export * from './widgets.ts'

export const dashboardPages: readonly Page[] = [
  { path: '/dashboard', actions: ['admin:ServerInfo'] },
  { path: '/metrics', actions: ['admin:ServerInfo'] },
]
