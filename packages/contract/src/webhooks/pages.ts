import type { Page } from '../page.ts'

const actions = ['admin:ConfigUpdate']

export const webhookPages: readonly Page[] = [
  { path: '/webhook/logger', actions },
  { path: '/webhook/audit', actions },
]
