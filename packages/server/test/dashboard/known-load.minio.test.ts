/**
 * Every widget against MinIO's own metrics under a known load, from a real Prometheus and from the console's own samples, and a
 * Prometheus that is killed.
 */
import { WIDGETS, type Widget } from '@cooperage/contract'
import {
  metricsToken,
  missingPrometheus,
  type StorageServer,
  send,
  startMinio,
  startPrometheus,
  uniqueName,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningConsole, startConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

const missing = missingPrometheus()
if (missing !== undefined) {
  if (process.env.CI === 'true') throw new Error(missing)
  console.error(`!!!!  SKIPPED: ${missing}`)
}

/** The single values: widget, number of the query, metric. */
const VALUES: [id: number, query: number, metric: string][] = [
  [65, 0, 'minio_s3_traffic_received_bytes'],
  [64, 0, 'minio_s3_traffic_sent_bytes'],
  [50, 0, 'minio_cluster_capacity_usable_free_bytes'],
  [68, 0, 'minio_cluster_usage_total_bytes'],
  [52, 0, 'minio_cluster_objects_size_distribution'],
  [61, 0, 'minio_node_file_descriptor_open_total'],
  [62, 0, 'minio_node_go_routine_total'],
  [53, 0, 'minio_cluster_nodes_online_total'],
  [9, 0, 'minio_cluster_drive_online_total'],
  [66, 0, 'minio_cluster_bucket_total'],
  [69, 0, 'minio_cluster_nodes_offline_total'],
  [78, 0, 'minio_cluster_drive_offline_total'],
  [44, 0, 'minio_cluster_usage_object_total'],
  [76, 0, 'minio_node_process_resident_memory_bytes'],
  [8, 0, 'minio_node_file_descriptor_open_total'],
]
/** The rates, likewise. */
const RATES: typeof VALUES = [
  [63, 0, 'minio_s3_traffic_received_bytes'],
  [70, 0, 'minio_s3_traffic_sent_bytes'],
  [60, 0, 'minio_s3_requests_total'],
  [71, 0, 'minio_s3_requests_errors_total'],
  [77, 0, 'minio_node_process_cpu_total_seconds'],
  [11, 0, 'minio_node_syscall_read_total'],
  [11, 1, 'minio_node_syscall_write_total'],
  [73, 0, 'minio_node_io_rchar_bytes'],
  [73, 1, 'minio_node_io_wchar_bytes'],
]
/** Without a metric in a MinIO with one drive: they show that there is no data. */
const ABSENT = [80, 17, 74, 82]
/** Ages, which change all the time. */
const AGES = [1, 81]

const SIZE = 200_000
const LOAD = { puts: 40, gets: 30, misses: 10, deletes: 15, small: 5 }

let storage: StorageServer
let prometheus: Awaited<ReturnType<typeof startPrometheus>> | undefined
let before: Exposition
let bucket: string
const consoles: RunningConsole[] = []
const users = new Map<string, Visitor>()

type Exposition = Map<string, { labels: string; value: number }[]>

/** The metrics as MinIO reports them. */
async function own(): Promise<Exposition> {
  const response = await fetch(`${storage.url}/minio/v2/metrics/cluster`, {
    headers: { authorization: `Bearer ${metricsToken(storage.root)}` },
  })
  const metrics: Exposition = new Map()
  for (const [, name = '', labels = '', value] of (await response.text()).matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm))
    metrics.set(name, [...(metrics.get(name) ?? []), { labels, value: Number(value) }])
  return metrics
}

const sumOf = (metrics: Exposition, name: string, label = '') =>
  (metrics.get(name) ?? []).filter(({ labels }) => labels.includes(label)).reduce((sum, { value }) => sum + value, 0)

async function request(method: string, path: string, body?: Buffer): Promise<void> {
  const { status } = await send({
    url: storage.url,
    credentials: storage.root,
    method,
    path: `/${bucket}${path}`,
    body,
  })
  expect([method, path, status < 300 || path.startsWith('/missing')]).toEqual([method, path, true])
}

async function load({ puts, gets, misses, deletes, small }: typeof LOAD): Promise<void> {
  const content = Buffer.alloc(SIZE, 1)
  for (let at = 0; at < puts; at++) await request('PUT', `/f${at}`, content)
  for (let at = 0; at < small; at++) await request('PUT', `/small${at}`, Buffer.from('small'))
  for (let at = 0; at < gets; at++) await request('GET', `/f${at}`)
  for (let at = 0; at < misses; at++) await request('GET', `/missing${at}`)
  for (let at = 0; at < deletes; at++) await request('DELETE', `/f${at}`)
}

beforeAll(async () => {
  storage = await startMinio({ env: { MINIO_SCANNER_SPEED: 'fastest' } })
  bucket = uniqueName('load')
  await request('PUT', '')
  // Counters exist from the first request on, and sources count from the first value that they see.
  await load({ puts: 1, gets: 1, misses: 1, deletes: 1, small: 0 })
  before = await waitUntil('the first requests are counted', async () => {
    const metrics = await own()
    const isCounted = ['put', 'get', 'delete'].every(
      (method) => sumOf(metrics, 'minio_s3_requests_total', `api="${method}object"`) > 0,
    )
    return isCounted && metrics
  })
  prometheus = missing === undefined ? await startPrometheus(storage) : undefined
  const metrics = {
    ...(prometheus && { Prometheus: { prometheus: { url: new URL(prometheus.url), job: prometheus.job } } }),
    'own samples': { scrapeToken: async () => metricsToken(storage.root), scrapeSeconds: 1 },
  }
  for (const [name, source] of Object.entries(metrics)) {
    const server = await startConsole(storage.url, { metrics: source })
    consoles.push(server)
    const user = visitor(server.url)
    await user.signIn(storage.root)
    await waitUntil(`${name} has two scrapes`, async () => (await latest(user, 63)).length > 0)
    users.set(name, user)
  }
  await load(LOAD)
  // MinIO counts what is stored once a minute.
  const objects = LOAD.puts + LOAD.small - LOAD.deletes
  const isCounted = async () => sumOf(await own(), 'minio_cluster_usage_object_total') === objects
  await waitUntil(`MinIO counts ${objects} objects`, isCounted, { deadlineMs: 140_000, everyMs: 500 })
}, 200_000)
afterAll(async () => {
  for (const server of consoles) await server.stop()
  await prometheus?.stop()
  await storage?.stop()
})

/** The latest value of each series of a query, with its labels. */
async function latest(user: Visitor, id: number, query = 0): Promise<{ labels: string; value: number }[]> {
  const now = Math.floor(Date.now() / 1000)
  const { json } = await user.get(`/api/v1/admin/info/widgets/${id}/?start=${now - 30}&end=${now}&step=1`)
  return ((json as Widget).targets[query]?.result ?? []).map(({ metric, values }) => ({
    labels: JSON.stringify(metric),
    value: Number(values.at(-1)?.[1]),
  }))
}
const shown = async (...widget: Parameters<typeof latest>) =>
  (await latest(...widget)).reduce((sum, { value }) => sum + value, 0)

const isClose = (value: number, expected: number) => Math.abs(value - expected) <= 0.02 * expected

describe.skipIf(missing !== undefined)('Prometheus', () => compare('Prometheus'))
describe('own samples', () => compare('own samples'))

function compare(source: string): void {
  const user = () => users.get(source) as Visitor

  test.each(VALUES)('widget %i shows query %i, %s, to 2 percent', async (id, query, metric) => {
    await waitUntil(`widget ${id} shows ${metric}`, async () => {
      const metrics = await own()
      expect(metrics.has(metric)).toBe(true)
      const value = await shown(user(), id, query)
      const expected = sumOf(metrics, metric)
      if (!isClose(value, expected)) throw new Error(`${value} instead of ${expected}`)
      return true
    })
  })

  test.each(RATES)('the rates of widget %i, query %i, agree with %s to 2 percent', async (id, query, metric) => {
    const [reference] = RATES[0] ?? []
    await waitUntil(`widget ${id} shows ${metric}`, async () => {
      const metrics = await own()
      const grown = (name: string) => sumOf(metrics, name) - sumOf(before, name)
      // All rates are over the same time, in which this many bytes were received.
      const seconds = grown('minio_s3_traffic_received_bytes') / (await shown(user(), Number(reference)))
      const value = (await shown(user(), id, query)) * seconds
      if (!isClose(value, grown(metric))) throw new Error(`${value} instead of ${grown(metric)}`)
      return true
    })
  })

  test('counts the requests and errors of the load by operation', async () => {
    const metrics = await own()
    const grown = (name: string, label = '') => sumOf(metrics, name, label) - sumOf(before, name, label)
    const seconds = grown('minio_s3_traffic_received_bytes') / (await shown(user(), 63))
    const count = async (id: number, api: string) => {
      const series = (await latest(user(), id)).filter(({ labels }) => labels.includes(`"${api}"`))
      return series.reduce((sum, { value }) => sum + value, 0) * seconds
    }
    const expected = [
      [60, 'putobject', LOAD.puts + LOAD.small],
      [60, 'getobject', LOAD.gets + LOAD.misses],
      [60, 'deleteobject', LOAD.deletes],
      [71, 'getobject', LOAD.misses],
    ] as const
    for (const [id, api, requests] of expected)
      expect([id, api, Math.round((await count(id, api)) * 10) / 10, isClose(await count(id, api), requests)]).toEqual([
        ...[id, api, expect.any(Number), true],
      ])
  })

  test('ages are right, and widgets without a metric have no data', async () => {
    const metrics = await own()
    const uptime = Date.now() / 1000 - sumOf(metrics, 'minio_node_process_starttime_seconds')
    const sinceScan = sumOf(metrics, 'minio_usage_last_activity_nano_seconds') / 1e9
    expect(Math.abs(uptime - (await shown(user(), 1)))).toBeLessThan(5)
    expect(Math.abs(sinceScan - (await shown(user(), 81)) / 1e9)).toBeLessThan(5)
    for (const id of ABSENT) expect([id, await latest(user(), id)]).toEqual([id, []])
    const compared = new Set([...VALUES, ...RATES].map(([id]) => id))
    expect(WIDGETS.map(({ id }) => id).filter((id) => !compared.has(id) && !AGES.includes(id))).toEqual(ABSENT)
  })
}

test.skipIf(missing !== undefined)(
  'a Prometheus that is killed is reported by its widgets, and the page works',
  async () => {
    const user = users.get('Prometheus') as Visitor
    await prometheus?.stop()
    expect(await user.get('/api/v1/admin/info/widgets/53/')).toMatchObject({
      status: 503,
      json: { code: 'MetricsUnavailable', message: expect.stringContaining('can’t be reached') },
    })
    expect((await user.get('/api/v1/admin/info')).status).toBe(200)
  },
)
