/** Health report of the storage servers. */
import type { Page } from '../page.ts'

export * from './diagnostics.ts'

export const diagnosticPages: readonly Page[] = [{ path: '/health-info', actions: ['admin:OBDInfo'] }]
