/** Live trace of the storage server's calls. */
import type { Page } from '../page.ts'

export * from './trace.ts'

export const tracePages: readonly Page[] = [{ path: '/trace', actions: ['admin:ServerTrace'] }]
