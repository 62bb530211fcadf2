import { sendAdminForText } from '../admin/send-admin.ts'
import type { UnsignedClient } from '../client.ts'

/**
 * The metrics of all servers in the text format of Prometheus. `token` is a bearer token of an account with admin:Prometheus, as
 * `mc admin prometheus generate` creates it.
 * @throws StorageError
 */
export async function clusterMetrics(client: UnsignedClient, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  return await sendAdminForText(client, { method: 'GET', path: '/minio/v2/metrics/cluster', headers })
}
