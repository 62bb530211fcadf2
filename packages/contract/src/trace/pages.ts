import type { Page } from '../page.ts'

export const tracePages: readonly Page[] = [{ path: '/trace', actions: ['admin:ServerTrace'] }]
