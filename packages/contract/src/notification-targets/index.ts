/** Targets of bucket events. */
import type { Page } from '../page.ts'

export * from './notification-targets.ts'

const ACTIONS = ['admin:ServerInfo', 'admin:ConfigUpdate'] as const

export const notificationTargetPages: readonly Page[] = [
  { path: '/settings/notifications', actions: ACTIONS, needsAll: true },
  { path: '/settings/notifications/:step+', actions: ACTIONS, needsAll: true },
]
