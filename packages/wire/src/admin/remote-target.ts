/**
 * The buckets of other servers that buckets are replicated to, in the payloads of `set-remote-target` and
 * `list-remote-targets`. A payload of the first contains a secret and is sent encrypted; the second contains none.
 */
import type { Credentials } from '../credentials.ts'

export interface RemoteTargetSettings {
  /** `host` or `host:port`, without a scheme. */
  endpoint: string
  /** Whether to use TLS. */
  secure: boolean
  bucket: string
  region: string
  /** Writes wait for the target. */
  isSync: boolean
  /** Bytes per second, 0 for no limit. */
  bandwidth: number
  /** Seconds; 0 leaves it to the server. */
  healthCheckSeconds: number
}

export interface RemoteTarget extends RemoteTargetSettings {
  arn: string
  accessKey: string
  isOnline: boolean
  /** Milliseconds since the epoch, 0 if it never was online or the server doesn't report it. */
  lastOnline: number
  /** Since the server was started. */
  downtimeSeconds: number
  /** Average of the health checks in milliseconds, 0 if the server doesn't report it. */
  latencyMs: number
}

const NANOSECONDS = 1_000_000_000
const NANOSECONDS_OF_MS = 1_000_000

/** The server chooses between path and host addressing. `arn` names a target to be changed. */
export function writeRemoteTarget(
  sourceBucket: string,
  { endpoint, secure, bucket, region, isSync, bandwidth, healthCheckSeconds }: RemoteTargetSettings,
  { accessKey, secretKey }: Credentials,
  arn?: string,
): string {
  return JSON.stringify({
    ...(arn !== undefined && { arn }),
    sourcebucket: sourceBucket,
    endpoint,
    credentials: { accessKey, secretKey },
    targetbucket: bucket,
    secure,
    path: 'auto',
    api: 's3v4',
    type: 'replication',
    region,
    replicationSync: isSync,
    bandwidthlimit: bandwidth,
    healthCheckDuration: healthCheckSeconds * NANOSECONDS,
  })
}

/** The targets in a response, which is `null` if there are none; absent fields are zero. @throws SyntaxError */
export function parseRemoteTargets(text: string): RemoteTarget[] {
  const targets: unknown = JSON.parse(text)
  return Array.isArray(targets) ? targets.map(parseRemoteTarget) : []
}

function parseRemoteTarget(value: unknown): RemoteTarget {
  const target = fieldsOf(value)
  const text = (name: string) => asText(target.get(name))
  const number = (name: string) => {
    const field = target.get(name)
    return typeof field === 'number' ? field : 0
  }
  const lastOnline = Date.parse(text('lastOnline'))
  const latency = fieldsOf(target.get('latency')).get('avg')
  return {
    arn: text('arn'),
    endpoint: text('endpoint'),
    secure: target.get('secure') === true,
    bucket: text('targetbucket'),
    region: text('region'),
    accessKey: asText(fieldsOf(target.get('credentials')).get('accessKey')),
    isSync: target.get('replicationSync') === true,
    bandwidth: number('bandwidthlimit'),
    healthCheckSeconds: Math.round(number('healthCheckDuration') / NANOSECONDS),
    isOnline: target.get('isOnline') === true,
    // Go's zero date is in the year 1.
    lastOnline: lastOnline > 0 ? lastOnline : 0,
    downtimeSeconds: Math.round(number('totalDowntime') / NANOSECONDS),
    latencyMs: typeof latency === 'number' ? latency / NANOSECONDS_OF_MS : 0,
  }
}

function fieldsOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
