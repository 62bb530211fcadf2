import type { Page } from '../page.ts'

export const logPages: readonly Page[] = [{ path: '/logs', actions: ['admin:ConsoleLog'] }]
