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
const SERVER = /(?:^|,)server="([^"\\]*)"/
/** The name of a host has at most 253 characters. */
const MAX_LINE_BYTES = 8 * 1024
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
  for await (const line of responseLines(atMost(response.body, MAX_BYTES), client.signal, MAX_LINE_BYTES)) {
    const { field, node, value } = figureIn(line) ?? {}
    if (field === undefined || node === undefined || value === undefined) continue
    queue[field] = (queue[field] ?? 0) + value
    nodes.add(node)
  }
  return { ...queue, nodes: [...nodes].sort() }
}

/** The figure in `minio_node_ilm_expiry_pending_tasks{server="a:9000"} 5`; undefined in any other line. Takes linear time. */
export function figureIn(
  line: string,
): { field: (typeof NAMES)[keyof typeof NAMES]; node: string; value: number } | undefined {
  const start = line.indexOf('{')
  const end = line.lastIndexOf('}')
  const name = line.slice(0, Math.max(0, start))
  if (!Object.hasOwn(NAMES, name) || end < start) return undefined
  const [, node] = SERVER.exec(line.slice(start + 1, end)) ?? []
  // A time may follow.
  const [text = ''] = line
    .slice(end + 1)
    .trimStart()
    .split(/\s/, 1)
  const value = Number(text)
  if (node === undefined || text === '' || !Number.isFinite(value)) return undefined
  return { field: NAMES[name as keyof typeof NAMES], node, value }
}

async function* atMost(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new StorageError('unreadable', 'The storage server sent more metrics than are read')
    yield chunk
  }
}
