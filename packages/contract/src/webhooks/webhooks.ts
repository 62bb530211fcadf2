/** Webhooks that receive the logs of the storage server. */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { failureText } from '../text.ts'

/** `logger` receives the errors of the storage server, `audit` an entry of each request. */
export const WEBHOOK_KINDS = ['logger', 'audit'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** The configuration section of a kind. Its targets are changed by the calls of the settings. */
export const webhookSection = (kind: WebhookKind) => `${kind}_webhook` as const

const ofKind = z.strictObject({ kind: z.enum(WEBHOOK_KINDS) })

/**
 * Whether the storage server delivers: `online` once it has delivered an entry, `offline` before that and after a failure,
 * `unknown` for a webhook that is disabled, and for visitors who can't view the state of the server.
 */
const state = z.enum(['online', 'offline', 'unknown'])
export type WebhookState = z.infer<typeof state>

export const webhook = z.object({
  /** '' for the unnamed target. */
  target: z.string(),
  endpoint: z.string(),
  enabled: z.boolean(),
  state,
  /** Whether a token is stored, which is never returned. */
  hasToken: z.boolean(),
  /** Environment variables of the server that configure it, so that it can't be changed here. */
  variables: z.array(z.string()),
})
export type Webhook = z.infer<typeof webhook>

export const listWebhooks = route('webhooks.list', 'GET /api/v1/webhooks/:kind', {
  summary: 'Lists the webhooks that receive a log of the storage server, with their state.',
  params: ofKind,
  response: z.object({ webhooks: z.array(webhook), total: z.number() }),
})

/** What a test posts to a webhook. */
export const WEBHOOK_TEST_ENTRY = {
  version: '1',
  trigger: 'cooperage-test',
  message: 'This is a test entry from Cooperage.',
}

/**
 * The console posts a test entry to the stored endpoint, then waits a few seconds for the state that the storage server reports:
 * requests of the test itself are entries for audit webhooks.
 */
export const testWebhook = route('webhooks.test', 'POST /api/v1/webhooks/:kind/test', {
  audit: 'test',
  summary: 'Posts a test entry to a webhook from the console, and reports whether the storage server delivers to it.',
  params: ofKind,
  body: z.strictObject({
    target: z.string().check(z.maxLength(256)),
    /** Sent unchanged as `Authorization` header, and not stored: the console can't read the stored one. */
    auth_token: z._default(z.string().check(z.maxLength(8_192), z.regex(/^[\x20-\x7e]*$/)), ''),
  }),
  response: z.object({
    /** HTTP status of the webhook's response to the console; 0 without one. */
    status: z.number(),
    /** Why there was no response; '' if there was one. */
    reason: z.string(),
    text: failureText,
    state,
  }),
  errors: ['NoSuchConfiguration'],
})
export type WebhookTest = z.infer<NonNullable<(typeof testWebhook)['response']>>
