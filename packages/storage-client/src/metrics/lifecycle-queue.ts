import { sendAdmin } from '../admin/send-admin.ts'
import type { StorageClient } from '../client.ts'
import { responseLines } from '../live-lines.ts'
import { StorageError } from '../storage-error.ts'
import { metricsToken } from './metrics-token.ts'

/** Objects that wait for lifecycle rules, of all servers together; undefined if none reports it. */
export interface LifecycleQueue {
  /** `host:port` of the servers whose figures are included. */
  nodes: string[]
  expiryPending: number | undefined
  transitionPending: number | undefined
  transitionActive: number | undefined
}

const NAMES = {
  minio_node_ilm_expiry_pending_tasks: 'expiryPending',
  minio_node_ilm_transition_pending_tasks: 'transitionPending',
  minio_node_ilm_transition_active_tasks: 'transitionActive',
} as const
const LINE = /^(minio_node_ilm_[a-z_]+)\{(?:.*,)?server="([^"\\]*)"[^}]*\}\s+(\S+)/
/** How long the token is valid. */
const TOKEN_MS = 60_000
/** The metrics of a cluster of a thousand drives are a few megabytes. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * What waits for lifecycle rules, from the metrics of all servers; needs admin:Prometheus. The account's own keys sign the token.
 * @throws StorageError
 */
export async function lifecycleQueue(client: StorageClient): Promise<LifecycleQueue> {
  const { credentials, ...unsigned } = client
  const token = metricsToken(credentials, Date.now() + TOKEN_MS)
  const { sessionToken } = credentials
  const response = await sendAdmin(unsigned, {
    method: 'GET',
    path: '/minio/v2/metrics/cluster',
    headers: { authorization: `Bearer ${token}`, ...(sessionToken && { 'x-amz-security-token': sessionToken }) },
  })
  const queue: LifecycleQueue = {
    nodes: [],
    expiryPending: undefined,
    transitionPending: undefined,
    transitionActive: undefined,
  }
  const nodes = new Set<string>()
  for await (const line of responseLines(atMost(response.body, MAX_BYTES), client.signal)) {
    if (!line.startsWith('minio_node_ilm_')) continue
    const [, name = '', node = '', text = ''] = LINE.exec(line) ?? []
    const value = Number(text)
    if (!Object.hasOwn(NAMES, name) || text === '' || !Number.isFinite(value)) continue
    const field = NAMES[name as keyof typeof NAMES]
    queue[field] = (queue[field] ?? 0) + value
    nodes.add(node)
  }
  return { ...queue, nodes: [...nodes].sort() }
}

async function* atMost(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new StorageError('unreadable', 'The storage server sent more metrics than are read')
    yield chunk
  }
}
