import type { ConfigTarget } from '../config/config.ts'
import { parseDuration } from '../config/values.ts'
import type { WebhookOptions } from '../outbound/webhook.ts'
import { ENGINE_VERSION } from '../version.ts'

const DEFAULT_SIZE = 100_000
const DEFAULT_PAUSE = '3s'
const DEFAULT_TIMEOUT = '5s'

/** Delivery options for the server log and the audit log. The configured token is the whole Authorization header. */
export function logWebhookOptions(
  { values }: ConfigTarget,
  deploymentId: string,
): Pick<WebhookOptions, 'headers' | 'timeoutMs' | 'pauseMs' | 'maxRetries'> & { limit: number } {
  const token = values.auth_token ?? ''
  const pause = parseDuration(values.retry_interval || DEFAULT_PAUSE)
  return {
    headers: {
      'user-agent': `Cooperage/${ENGINE_VERSION}`,
      'x-minio-version': ENGINE_VERSION,
      'x-minio-deployment-id': deploymentId,
      'x-minio-webhook-payload-count': '1',
      ...(token === '' ? {} : { authorization: token }),
    },
    timeoutMs: parseDuration(values.http_timeout || DEFAULT_TIMEOUT),
    pauseMs: () => pause,
    maxRetries: Number(values.max_retry) || 0,
    limit: Number(values.queue_size) || DEFAULT_SIZE,
  }
}
