/**
 * Metrics for Prometheus: `/minio/v2/metrics/{cluster,node,bucket,resource}`, `/minio/metrics/v3/…`, and the oldest ones at
 * `/minio/prometheus/metrics`.
 */
import { timingSafeEqual } from 'node:crypto'
import type { WireError } from '@cooperage/wire'
import { metricsTokenOf } from '../engine-record.ts'
import type { Exchange } from '../http/exchange.ts'
import type { ProtocolHandler } from '../http/protocol-handler.ts'
import type { HttpResponse } from '../http/response.ts'
import { findCaller } from '../identity/callers.ts'
import { permissionsOf } from '../identity/permissions.ts'
import type { IdentityServices } from '../identity/services.ts'
import { accessKeyOf } from '../observe/prometheus/bearer-token.ts'
import { exposition, type Family } from '../observe/prometheus/exposition.ts'
import {
  type MetricsServices,
  type MetricsSnapshot,
  readMetricsSnapshot,
} from '../observe/prometheus/metrics-snapshot.ts'
import { oldestMetrics } from '../observe/prometheus/v1.ts'
import { bucketMetrics, clusterMetrics, nodeMetrics, resourceMetrics } from '../observe/prometheus/v2.ts'
import { bucketApiMetrics, V3_COLLECTORS } from '../observe/prometheus/v3.ts'
import { s3Error } from '../s3/errors.ts'
import { adminErrorResponse } from './error-response.ts'

const BY_PATH: Readonly<Record<string, (snapshot: MetricsSnapshot) => Family[]>> = {
  '/minio/prometheus/metrics': oldestMetrics,
  '/minio/v2/metrics/cluster': clusterMetrics,
  '/minio/v2/metrics/node': nodeMetrics,
  '/minio/v2/metrics/bucket': bucketMetrics,
  '/minio/v2/metrics/resource': resourceMetrics,
}
const V3 = '/minio/metrics/v3'
const BUCKET_API = '/bucket/api/'
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores'

interface MetricsHandlerServices extends MetricsServices, IdentityServices {
  recordSecret: string
  store: MetricsServices['store']
  hostId: string
  /** Whether metrics need no token. */
  isMetricsPublic: boolean
}

export const metricsHandler: ProtocolHandler<MetricsHandlerServices> = {
  accepts: ({ path }) => Object.hasOwn(BY_PATH, path) || path === V3 || path.startsWith(`${V3}/`),

  async respond(engine, exchange) {
    exchange.facts.operation = 'Metrics'
    if (!engine.isMetricsPublic) await authorize(engine, exchange)
    const { path, query } = exchange
    const families = BY_PATH[path] ?? findCollector(path.slice(V3.length).replace(/\/$/, ''))
    if (families === undefined) {
      return {
        status: 404,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: 'Metrics Resource Not found\n',
      }
    }
    const found = families(await readMetricsSnapshot(engine))
    return query.has('list') && path.startsWith(V3)
      ? { status: 200, headers: { 'content-type': 'text/plain' }, body: describeFamilies(found) }
      : metricsResponse(exposition(found))
  },

  errorResponse: adminErrorResponse,
}

function metricsResponse(body: string): HttpResponse {
  return { status: 200, headers: { 'content-type': CONTENT_TYPE }, body }
}

/** A path returns the metrics of all paths below it, as in MinIO. */
function findCollector(path: string): ((snapshot: MetricsSnapshot) => Family[]) | undefined {
  if (path.startsWith(BUCKET_API)) return (snapshot) => bucketApiMetrics(snapshot, path.slice(BUCKET_API.length))
  // Only the paths of single buckets have metrics.
  if (path === '/bucket' || path === '/bucket/api') return () => []
  const collectors = Object.entries(V3_COLLECTORS).filter(([name]) => name === path || name.startsWith(`${path}/`))
  if (collectors.length === 0) return undefined
  return (snapshot) => collectors.flatMap(([, collect]) => collect(snapshot))
}

function describeFamilies(families: readonly Family[]): string {
  const lines = families.map(({ name, type, help, samples }) => {
    const labels = Object.keys(samples[0]?.labels ?? {})
    return `| \`${name}\` | \`${type}\` | ${help} | ${labels.length === 0 ? '' : `\`${labels.join(',')}\``} |\n`
  })
  return `| Name | Type | Help | Labels |\n| ---- | ---- | ---- | ------ |\n${lines.join('')}`
}

/** @throws WireError AccessDenied */
async function authorize(engine: MetricsHandlerServices, exchange: Exchange): Promise<void> {
  const token = /^Bearer (.+)$/.exec(exchange.headers.authorization ?? '')?.[1]
  if (token !== undefined && isOwnToken(token, engine.recordSecret)) return
  const accessKey = token && (await accessKeyOf(token, (key) => findCaller(engine, key)?.secretKey))
  const caller = accessKey ? findCaller(engine, accessKey) : undefined
  if (caller === undefined || !permissionsOf(engine, caller, exchange)('admin:Prometheus')) throw denied()
  exchange.facts.caller = caller
}

/** Whether it is the token of this run's record: see `metricsTokenOf`. */
function isOwnToken(token: string, recordSecret: string): boolean {
  const given = Buffer.from(token)
  const own = Buffer.from(metricsTokenOf(recordSecret))
  return given.length === own.length && timingSafeEqual(given, own)
}

function denied(): WireError {
  return s3Error('AccessDenied', 'Access Denied. (Authentication failed, check your access credentials)')
}
