import { sendAdminForText } from '../admin/send-admin.ts'
import type { UnsignedClient } from '../client.ts'

/**
 * The metrics of all servers in the text format of Prometheus. `token` is a bearer token of an account with admin:Prometheus, as
 * `mc admin prometheus generate` creates it.
 * @throws StorageError
 */
export function clusterMetrics(client: UnsignedClient, token: string): Promise<string> {
  return readMetrics(client, token, '/minio/v2/metrics/cluster')
}

/** The same for each bucket; servers before August 2023 have these among the metrics of the cluster. @throws StorageError */
export function bucketMetrics(client: UnsignedClient, token: string): Promise<string> {
  return readMetrics(client, token, '/minio/v2/metrics/bucket')
}

async function readMetrics(client: UnsignedClient, token: string, path: string): Promise<string> {
  return await sendAdminForText(client, { method: 'GET', path, headers: { authorization: `Bearer ${token}` } })
}
