/** Logs of the storage server. */
import type { Page } from '../page.ts'

export * from './error-log.ts'
export * from './search.ts'

export const logPages: readonly Page[] = [{ path: '/logs', actions: ['admin:ConsoleLog'] }]
