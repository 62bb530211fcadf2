import {
  AppError,
  detailText,
  errorText,
  type FailureText,
  testWebhook,
  WEBHOOK_TEST_ENTRY,
  type WebhookKind,
  type WebhookState,
  type WebhookTest,
  webhookSection,
} from '@cooperage/contract'
import { type StorageClient, StorageError } from '@cooperage/storage-client'
import { configTargetName } from '@cooperage/wire'
import { connectionDetail } from '../shared/connection-detail.ts'
import type { Registry } from '../shared/feature.ts'
import { pause } from '../shared/live/pause.ts'
import { guardForVisitors } from '../shared/outbound-guard.ts'
import { statesOf, storedWebhooks } from './stored-webhooks.ts'

const POST_TIMEOUT_MS = 5_000
/** How long the state is watched: servers retry an offline webhook every 3 s. */
const WATCH_MS = { online: 2_000, offline: 5_000, unknown: 0 } as const
const POLL_MS = 600

/**
 * Tests a webhook from both sides: the console posts an entry, which shows what the webhook responds, and the storage server
 * reports its own deliveries, which use its network and the stored token.
 */
export function testWebhookRoute({ routes, services: { settings, now } }: Registry): void {
  const guard = guardForVisitors(settings)

  routes.withSession(testWebhook, async ({ params: { kind }, body, storage, signal }) => {
    // Reading the configuration needs the permission to change it, so the console posts only where visitors could have the server post.
    const found = (await storedWebhooks(storage, kind)).find(({ target }) => target === body.target)
    if (found === undefined) {
      throw new AppError('NoSuchConfiguration', { section: configTargetName(webhookSection(kind), body.target) })
    }
    const [posted, state] = await Promise.all([
      post(found.endpoint, body.auth_token, signal),
      watch(storage, kind, body.target, signal),
    ])
    return { ...posted, state }
  })

  async function post(
    endpoint: string,
    authorization: string,
    signal: AbortSignal,
  ): Promise<Pick<WebhookTest, 'status' | 'reason' | 'text'>> {
    if (!URL.canParse(endpoint)) return noResponse(detailText('noWebAddress'))
    const limited = AbortSignal.any([signal, AbortSignal.timeout(POST_TIMEOUT_MS)])
    try {
      const entry = { ...WEBHOOK_TEST_ENTRY, time: new Date(now()).toISOString() }
      return { status: await guard.post(new URL(endpoint), entry, { authorization, signal: limited }), reason: '' }
    } catch (error) {
      if (error instanceof AppError) return { status: 0, reason: error.message, text: errorText(error) }
      if (!(error instanceof StorageError) || error.kind === 'aborted') throw error
      return noResponse(connectionDetail(error, new URL(endpoint).host) ?? detailText('connectionFailed'))
    }
  }

  /** The state after the server had the time to deliver: its requests are entries for audit webhooks. */
  async function watch(
    storage: StorageClient,
    kind: WebhookKind,
    target: string,
    signal: AbortSignal,
  ): Promise<WebhookState> {
    const startedAt = now()
    let state = (await statesOf(storage, kind))(target)
    // The console can't make the server write to its error log.
    if (kind === 'logger') return state
    const first = state
    while (state === first && now() - startedAt < WATCH_MS[first]) {
      await pause(POLL_MS, signal)
      state = (await statesOf(storage, kind))(target)
    }
    return state
  }
}

function noResponse(why: FailureText) {
  return { status: 0, reason: why.text, text: why }
}
