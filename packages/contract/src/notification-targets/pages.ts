import type { Page } from '../page.ts'

const ACTIONS = ['admin:ServerInfo', 'admin:ConfigUpdate'] as const

export const notificationTargetPages: readonly Page[] = [
  { path: '/settings/notifications', actions: ACTIONS, needsAll: true },
  { path: '/settings/notifications/:step+', actions: ACTIONS, needsAll: true },
]
