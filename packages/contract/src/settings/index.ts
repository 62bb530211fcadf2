/** The configuration of the storage server, and its restart. */
import type { Page } from '../page.ts'

export * from './configuration-file.ts'
export * from './configurations.ts'
export * from './restart.ts'

export const settingsPages: readonly Page[] = [{ path: '/settings', actions: ['admin:ConfigUpdate'] }]
