import { listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { HEADERS_TIMEOUT_MS } from '../endpoint.ts'
import { readWhole } from '../read-whole.ts'
import { parsed, send, timeOf } from '../send.ts'

export interface ServerInfo {
  /** `online`, or `initializing` while the servers find each other. */
  mode: string
  region: string
  /** When the server sent this, by its own clock, in milliseconds since the epoch. */
  time: number
  deploymentId: string
  buckets: number
  objects: number
  /** Bytes in use, as last counted. */
  usageBytes: number
  servers: { endpoint: string; state: string; version: string; uptimeSeconds: number; drives: number }[]
}

/** State of the cluster; needs admin:ServerInfo. @throws StorageError */
export async function serverInfo(client: StorageClient): Promise<ServerInfo> {
  const response = await send(client, { method: 'GET', path: '/minio/admin/v3/info' })
  const text = await readWhole(response, client.signal, HEADERS_TIMEOUT_MS, (body) => body.text())
  const info = objectField(parsed(() => JSON.parse(text)))
  return {
    mode: textField(info, 'mode'),
    region: textField(info, 'region'),
    time: timeOf(response),
    deploymentId: textField(info, 'deploymentID'),
    buckets: numberField(objectField(info, 'buckets'), 'count'),
    objects: numberField(objectField(info, 'objects'), 'count'),
    usageBytes: numberField(objectField(info, 'usage'), 'size'),
    servers: listField(info, 'servers').map((entry) => {
      const server = objectField(entry)
      return {
        endpoint: textField(server, 'endpoint'),
        state: textField(server, 'state'),
        version: textField(server, 'version'),
        uptimeSeconds: numberField(server, 'uptime'),
        drives: listField(server, 'drives').length,
      }
    }),
  }
}
