/** The widgets from a real Prometheus that scrapes real MinIO, against MinIO's own metrics under a known load. */
import type { Widget } from '@cooperage/contract'
import { metricsToken, missingPrometheus, startPrometheus, waitUntil } from '@cooperage/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningConsole, startConsole, withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = withConsole()
const missing = missingPrometheus()
if (missing !== undefined) {
  if (process.env.CI === 'true') throw new Error(missing)
  console.error(`!!!!  SKIPPED: ${missing}`)
}

let prometheus: Awaited<ReturnType<typeof startPrometheus>>
let server: RunningConsole
let user: Visitor
beforeAll(async () => {
  if (missing !== undefined) return
  prometheus = await startPrometheus(given.storage)
  server = await startConsole(given.storage.url, {
    metrics: { prometheus: { url: new URL(prometheus.url), job: prometheus.job } },
  })
  user = visitor(server.url)
  await user.signIn(given.storage.root)
})
afterAll(async () => {
  await server?.stop()
  await prometheus?.stop()
})

/** The latest values of the first query, with their labels as text. */
async function latest(id: number): Promise<Map<string, number>> {
  const now = Math.floor(Date.now() / 1000)
  const { json } = await user.get(`/api/v1/admin/info/widgets/${id}/?start=${now - 60}&end=${now}&step=1`)
  const results = (json as Widget).targets[0]?.result ?? []
  return new Map(
    results.map(({ metric, values }) => [Object.values(metric).join(), Number(values.at(-1)?.[1])] as const),
  )
}

/** The sum of a metric as MinIO reports it. */
async function own(name: string): Promise<number> {
  const response = await fetch(`${given.storage.url}/minio/v2/metrics/cluster`, {
    headers: { authorization: `Bearer ${metricsToken(given.storage.root)}` },
  })
  const values = Array.from((await response.text()).matchAll(new RegExp(`^${name}(?:{.*})? (\\S+)$`, 'gm')))
  return values.reduce((sum, [, value]) => sum + Number(value), 0)
}

test.skipIf(missing !== undefined)('widgets show MinIO’s own metrics within 2 % under a known load', async () => {
  const { bucket } = await given.userWithBucket()
  const objects = `/api/v1/buckets/${bucket}/objects`
  const content = Buffer.alloc(500_000, 1)
  const exchange = async (name: string) => {
    const form = [{ name: String(content.length), fileName: name, content }]
    expect((await user.call('POST', `${objects}/upload?prefix=`, { form })).status).toBeLessThan(300)
    expect((await user.get(`${objects}/download?prefix=${name}`)).bytes.length).toBe(content.length)
  }
  // Prometheus counts from the first value that it sees.
  await exchange('first')
  await waitUntil('the first requests', async () =>
    [...(await latest(60)).keys()].some((key) => /getobject/i.test(key)),
  )
  for (let at = 0; at < 10; at++) await exchange(`f${at}`)
  const COMPARED: [id: number, metric: string, atLeast: number][] = [
    [65, 'minio_s3_traffic_received_bytes', 5_000_000],
    [64, 'minio_s3_traffic_sent_bytes', 5_000_000],
    [53, 'minio_cluster_nodes_online_total', 1],
    [9, 'minio_cluster_drive_online_total', 1],
    [69, 'minio_cluster_nodes_offline_total', 0],
    [78, 'minio_cluster_drive_offline_total', 0],
    [50, 'minio_cluster_capacity_usable_free_bytes', 1],
  ]
  for (const [id, metric, atLeast] of COMPARED) {
    await waitUntil(`widget ${id} shows ${metric}`, async () => {
      const shown = [...(await latest(id)).values()][0] ?? Number.NaN
      const expected = await own(metric)
      expect(expected).toBeGreaterThanOrEqual(atLeast)
      return Math.abs(shown - expected) <= 0.02 * expected
    })
  }
  const [uptime] = (await latest(1)).values()
  expect(
    Math.abs(Date.now() / 1000 - (await own('minio_node_process_starttime_seconds')) - (uptime ?? 0)),
  ).toBeLessThan(5)

  await waitUntil('the rates of uploads and downloads', async () => {
    const rates = [...(await latest(60))].filter(([labels]) => /(?:put|get)object/i.test(labels))
    return rates.length === 2 && rates.every(([, value]) => value > 0)
  })
})
