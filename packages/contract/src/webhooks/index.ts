/** Webhooks that receive the logs of the storage server. */
import type { Page } from '../page.ts'

export * from './webhooks.ts'

const actions = ['admin:ConfigUpdate']

export const webhookPages: readonly Page[] = [
  { path: '/webhook/logger', actions },
  { path: '/webhook/audit', actions },
]
