import type { Page } from '../page.ts'

export const healPages: readonly Page[] = [{ path: '/heal', actions: ['admin:Heal'] }]
