import { listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendAdminForObject } from './send-admin.ts'

/**
 * Whether the server delivers to the webhooks of a log, by target ('' for the unnamed one): true once it has delivered an entry.
 * Disabled ones are missing. Needs admin:ServerInfo. @throws StorageError
 */
export async function logWebhookStates(
  client: StorageClient,
  kind: 'logger' | 'audit',
): Promise<ReadonlyMap<string, boolean>> {
  const services = objectField(
    await sendAdminForObject(client, { method: 'GET', path: '/minio/admin/v3/info' }),
    'services',
  )
  const states = new Map<string, boolean>()
  for (const entry of listField(services, kind)) {
    const byName = objectField(entry)
    for (const name of Object.keys(byName)) {
      // `logger-primary`, and `logger-_` for the unnamed one.
      const target = name.slice(kind.length + 1)
      states.set(target === '_' ? '' : target, textField(objectField(byName, name), 'status') === 'online')
    }
  }
  return states
}
