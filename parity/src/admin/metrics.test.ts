import { createHmac } from 'node:crypto'
import { accountsOf, allow, sendUrl, uniqueName, waitUntil } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { differs, given, request, target } from '../target.ts'

interface TokenOptions {
  accessKey?: string
  secretKey?: string
  issuer?: string
  expiresAt?: number
  algorithm?: 'HS256' | 'HS512'
}

function token(options: TokenOptions = {}): string {
  const { accessKey, secretKey, issuer = 'prometheus', algorithm = 'HS512' } = { ...target.root, ...options }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = options.expiresAt ?? Math.floor(Date.now() / 1000) + 60
  const signed = `${part({ alg: algorithm, typ: 'JWT' })}.${part({ exp, sub: accessKey, iss: issuer })}`
  const hash = algorithm === 'HS512' ? 'sha512' : 'sha256'
  return `${signed}.${createHmac(hash, secretKey).update(signed).digest('base64url')}`
}

function scrape(path: string, bearer: string | undefined = token(), headers: Record<string, string> = {}) {
  return sendUrl(new URL(path, target.url), {
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}`, ...headers },
  })
}

/** Values of a metric by its labels, as text. */
function values(text: string, name: string): Map<string, number> {
  const pattern = new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gm')
  return new Map(Array.from(text.matchAll(pattern), ([, labels = '', value]) => [labels, Number(value)]))
}

const V2 = ['cluster', 'node', 'bucket', 'resource'].map((what) => `/minio/v2/metrics/${what}`)
const OLDEST = '/minio/prometheus/metrics'

describe('Metrics', () => {
  test.each([OLDEST, ...V2, '/minio/metrics/v3', '/minio/metrics/v3/api/requests'])(
    '%s are in the Prometheus text format',
    async (path) => {
      const response = await scrape(path)
      expect([response.status, response.headers['content-type']]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8; escaping=underscores',
      ])
      for (const line of response.text
        .trim()
        .split('\n')
        .filter((line) => line !== '')) {
        expect(line).toMatch(/^(# (HELP|TYPE) \w+ .*|\w+(\{.*\})? \S+)$/)
      }
    },
  )

  test.each<[string, TokenOptions]>([
    ['another issuer', { issuer: 'somebody' }],
    ['another secret', { secretKey: 'not-the-secret-key' }],
    ['an unknown account', { accessKey: 'nobody-at-all' }],
    ['an expiry in the past', { expiresAt: 1 }],
  ])('reject a token with %s', async (_what, options) => {
    for (const path of ['/minio/v2/metrics/cluster', '/minio/metrics/v3']) {
      const response = await scrape(path, token(options))
      expect([response.outcome, response.headers['content-type'], JSON.parse(response.text).Message]).toEqual([
        '403 AccessDenied',
        'application/json',
        'Access Denied. (Authentication failed, check your access credentials)',
      ])
    }
  })

  test('reject anonymous requests and S3 signatures', async () => {
    expect((await sendUrl(new URL('/minio/v2/metrics/cluster', target.url))).status).toBe(403)
    expect((await request({ method: 'GET', path: '/minio/v2/metrics/cluster' })).status).toBe(403)
    expect((await scrape('/minio/v2/metrics/cluster', 'no-token')).status).toBe(403)
  })

  test('accept a token signed with the other hash', async () => {
    expect((await scrape('/minio/v2/metrics/node', token({ algorithm: 'HS256' }))).status).toBe(200)
  })

  test('require a permission', async () => {
    const accounts = accountsOf(target)
    const as = async (action: string) => token(await accounts.allowed(allow([action])))
    expect((await scrape('/minio/v2/metrics/node', await as('admin:ServerInfo'))).status).toBe(403)
    expect((await scrape('/minio/v2/metrics/node', await as('admin:Prometheus'))).status).toBe(200)
    const { accessKey, secretKey } = await assumeRole()
    // A token names no session, so temporary credentials have none.
    expect([200, 403]).toContain((await scrape('/minio/v2/metrics/node', token({ accessKey, secretKey }))).status)
  })

  test('are for temporary credentials whose session token is sent too', async () => {
    const { accessKey, secretKey, sessionToken = '' } = await assumeRole()
    const headers = { 'x-amz-security-token': sessionToken }
    const response = await scrape('/minio/v2/metrics/cluster', token({ accessKey, secretKey }), headers)
    expect(response.status).toBe(200)
  })

  test('of the cluster have what waits for lifecycle rules, by server', async () => {
    const { text } = await scrape('/minio/v2/metrics/cluster')
    const waiting = ['expiry_pending', 'transition_pending', 'transition_active'].map((name) => [
      ...values(text, `minio_node_ilm_${name}_tasks`).keys(),
    ])
    expect(waiting).toEqual(
      differs(
        { engine: [[], [], []], minio: Array(3).fill([`{${server}}`]) },
        'the engine applies its rules while it scans, without a queue',
      ),
    )
  })

  test('of version 3 are selected by path', async () => {
    // MinIO and the engine list an operation only after it was called.
    await given.bucket()
    const whole = (await scrape('/minio/metrics/v3/api')).text
    expect(whole).toContain('minio_api_requests_total{')
    expect(whole).not.toContain('minio_system_')
    const none = await scrape('/minio/metrics/v3/nope')
    expect([none.status, none.text]).toEqual([404, 'Metrics Resource Not found\n'])
    const list = await scrape('/minio/metrics/v3/system/process?list')
    expect([list.status, list.headers['content-type']]).toEqual([200, 'text/plain'])
    expect(list.text).toContain('| `minio_system_process_uptime_seconds` | `gauge` |')
  })
})

const server = `server="${new URL(target.url).host}"`

/** MinIO updates its counts every 10 s, and later with thousands of buckets. */
const UNTIL_COUNTED = { deadlineMs: 90_000, everyMs: 500 }

describe('Measured values', { timeout: 120_000 }, () => {
  test('count requests by operation and result', async () => {
    const bucket = await given.bucket()
    const read = async () => {
      const { text } = await scrape('/minio/v2/metrics/node')
      const of = (name: string, api: string) => values(text, name).get(`{api="${api}",${server}}`) ?? 0
      return {
        puts: of('minio_s3_requests_total', 'putobject'),
        gets: of('minio_s3_requests_total', 'getobject'),
        refused: of('minio_s3_requests_4xx_errors_total', 'getobject'),
      }
    }
    const before = await read()
    await given.object(bucket, 'k')
    await request({ method: 'GET', bucket, key: 'k' })
    await request({ method: 'GET', bucket, key: 'missing' })
    await waitUntil(
      'they are counted',
      async () => {
        const { puts, gets, refused } = await read()
        return puts > before.puts && gets >= before.gets + 2 && refused > before.refused
      },
      UNTIL_COUNTED,
    )
  })

  test('count requests by bucket, with times to the first byte', async () => {
    // MinIO reports the first hundred buckets by name, and the suite creates more.
    const bucket = uniqueName('0')
    expect((await request({ method: 'PUT', bucket })).status).toBe(200)
    await given.object(bucket, 'k')
    for (let count = 0; count < 3; count++) await request({ method: 'GET', bucket, key: 'k' })
    const labels = `api="getobject",bucket="${bucket}"`
    const read = async () => {
      const v2 = (await scrape('/minio/v2/metrics/bucket')).text
      const classes = values(v2, 'minio_bucket_requests_ttfb_seconds_distribution')
      const upTo = (le: string) => classes.get(`{${labels},le="${le}",${server}}`)
      const v3 = (await scrape(`/minio/metrics/v3/bucket/api/${bucket}`)).text
      return {
        requests: values(v2, 'minio_bucket_requests_total').get(`{${labels},${server}}`),
        ever: upTo('+Inf'),
        within10s: upTo('10.000'),
        classes: ['0.050', '0.100', '0.250', '0.500', '1.000', '2.500', '5.000'].map(upTo),
        v3: values(v3, 'minio_bucket_api_total').get(`{bucket="${bucket}",name="GetObject",${server},type="s3"}`),
      }
    }
    // MinIO keeps each group of metrics for a while, so that one may have counted what another hasn't yet.
    const counted = await waitUntil(
      'they are counted everywhere',
      async () => {
        const found = await read()
        return [found.requests, found.ever, found.v3].every((count) => count === 3) && found
      },
      UNTIL_COUNTED,
    )
    expect(counted).toEqual({
      requests: 3,
      ever: 3,
      within10s: 3,
      classes: Array.from({ length: 7 }, () => expect.any(Number)),
      v3: 3,
    })
  })

  test('describe the drive', async () => {
    const { text } = await scrape('/minio/v2/metrics/cluster')
    const one = (name: string) => values(text, name).get(`{${server}}`)
    expect(one('minio_cluster_drive_total')).toBe(1)
    expect(one('minio_cluster_drive_online_total')).toBe(1)
    expect(one('minio_cluster_drive_offline_total')).toBe(0)
    expect(one('minio_cluster_nodes_online_total')).toBe(1)
    expect(one('minio_cluster_health_status')).toBe(1)
    expect(one('minio_cluster_write_quorum')).toBe(1)
    expect(one('minio_cluster_capacity_raw_total_bytes')).toBeGreaterThan(
      one('minio_cluster_capacity_raw_free_bytes') ?? Number.NaN,
    )
    const v3 = (await scrape('/minio/metrics/v3/cluster/health')).text
    expect(values(v3, 'minio_cluster_health_drives_count').get('')).toBe(1)
    expect(values(v3, 'minio_cluster_health_capacity_usable_total_bytes').get('')).toBeGreaterThan(0)
  })

  test('describe the drive under their oldest names too', async () => {
    const { text } = await scrape(OLDEST)
    const sum = (name: string) => [...values(text, name).values()].reduce((total, value) => total + value, 0)
    expect(sum('disk_storage_total')).toBeGreaterThan(sum('disk_storage_available'))
    expect(sum('disk_storage_used')).toBeGreaterThan(0)
    expect([...values(text, 'disk_storage_total').keys()]).toEqual([expect.stringMatching(/^\{disk="\/.*"\}$/)])
  })

  test('describe the process', async () => {
    const { text } = await scrape('/minio/v2/metrics/cluster')
    const one = (name: string) => values(text, name).get(`{${server}}`)
    expect(one('minio_node_process_uptime_seconds')).toBeGreaterThan(0)
    expect(one('minio_node_process_starttime_seconds')).toBeGreaterThan(1e9)
    expect(one('minio_node_process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(one('minio_node_process_cpu_total_seconds')).toBeGreaterThan(0)
    const v3 = (await scrape('/minio/metrics/v3/system/process')).text
    expect(values(v3, 'minio_system_process_uptime_seconds').get(`{${server}}`)).toBeGreaterThan(0)
    expect(values(v3, 'minio_system_process_resident_memory_bytes').get(`{${server}}`)).toBeGreaterThan(1e7)
  })
})
