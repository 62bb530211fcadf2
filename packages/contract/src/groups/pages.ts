import type { Page } from '../page.ts'

export const groupPages: readonly Page[] = [{ path: '/groups', actions: ['admin:ListGroups'] }]
