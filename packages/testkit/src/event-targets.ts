import { encryptAdminPayload } from '@cooperage/wire'
import { type SendOptions, send } from './send.ts'
import type { StorageServer } from './storage-server.ts'
import { waitUntil } from './wait-until.ts'

/**
 * Configures webhooks as targets of bucket events, as `mc admin config set` does, and restarts the server to apply them.
 * `endpoints` maps target names to URLs, which have to respond already. Only MinIO supports `queueDir`.
 */
export async function addWebhookTargets(
  { url, root }: Pick<StorageServer, 'url' | 'root'>,
  endpoints: Record<string, string>,
  { queueDir = '' } = {},
): Promise<void> {
  const admin = (call: string, options: Partial<SendOptions> = {}) =>
    send({ url, credentials: root, method: 'GET', path: `/minio/admin/v3/${call}`, region: '', ...options })
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const queue = queueDir === '' ? '' : ` queue_dir=${queueDir}/${name}`
    const text = Buffer.from(`notify_webhook:${name} endpoint=${endpoint}${queue}`)
    const body = await encryptAdminPayload(root.secretKey, text, { algorithm: 2 })
    const { status, text: response } = await admin('set-config-kv', { method: 'PUT', body })
    if (status !== 200) throw new Error(`no target: ${status} ${response}`)
  }
  await admin('service', { method: 'POST', query: { action: 'restart' } })
  await waitUntil('the targets are there after a restart', async () => {
    const info = await admin('info')
    const arns: string[] = info.status === 200 ? (JSON.parse(info.text).sqsARN ?? []) : []
    return Object.keys(endpoints).every((name) => arns.includes(`arn:minio:sqs::${name}:webhook`))
  })
  await waitUntil('the storage is back', async () => {
    return (await send({ url, credentials: root, method: 'GET' })).status === 200
  })
}
