import type { Page } from '../page.ts'

export const dashboardPages: readonly Page[] = [
  { path: '/dashboard', actions: ['admin:ServerInfo'] },
  { path: '/metrics', actions: ['admin:ServerInfo'] },
]
