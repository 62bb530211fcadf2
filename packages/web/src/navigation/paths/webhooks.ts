import type { WebhookKind } from '@cooperage/contract'
import { queryText } from '../address.ts'
import { targetInQuery } from './settings.ts'

const WEBHOOK = '/webhook'

/** The webhooks of a log: `logger` or `audit`. */
export const webhooksPath = (kind: WebhookKind) => `${WEBHOOK}/${kind}`

/** The form of one of them; `target` is '' for the unnamed one. */
export const webhookPath = (kind: WebhookKind, target: string) =>
  `${webhooksPath(kind)}${queryText({ target: targetInQuery(target) })}`

export const newWebhookPath = (kind: WebhookKind) => `${webhooksPath(kind)}${queryText({ add: 'target' })}`

/** The log that a path from {@link webhooksPath} names: its third segment. */
export const webhookKindOf = (path: string): WebhookKind => (path.split('/')[2] === 'audit' ? 'audit' : 'logger')
