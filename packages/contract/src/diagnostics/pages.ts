import type { Page } from '../page.ts'

export const diagnosticPages: readonly Page[] = [{ path: '/health-info', actions: ['admin:OBDInfo'] }]
