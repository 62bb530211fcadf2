/** `metrics` of the admin API, by which clients follow the scanner. */
import { accountsOf, allow } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, request, target } from '../target.ts'

const SCANNER = '1'
const DRIVES = '2'
const get = (query: Record<string, string>, options: Partial<Parameters<typeof request>[0]> = {}) =>
  request({ method: 'GET', path: '/minio/admin/v3/metrics', query, region: '', ...options })
const reportsIn = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('metrics', () => {
  test('reports the scanner as often as asked, then ends', async () => {
    const response = await get({ types: SCANNER, n: '2', interval: '1s' })
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json'])
    const reports = reportsIn(response.text)
    expect(reports.map(({ final }) => final)).toEqual([false, true])
    expect(reports[0]).toMatchObject({
      hosts: [new URL(target.url).host],
      aggregated: {
        scanner: {
          collected: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          current_cycle: expect.any(Number),
          current_started: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          ongoing_buckets: expect.any(Number),
          last_minute: expect.any(Object),
        },
      },
    })
  })

  test('has the times of the cycles by host on request', async () => {
    const { host } = new URL(target.url)
    const [report] = reportsIn((await get({ types: SCANNER, n: '1', 'by-host': 'true' })).text)
    expect(report?.by_host).toEqual({
      [host]: {
        scanner: expect.objectContaining({
          current_cycle: expect.any(Number),
          current_started: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        }),
      },
    })
    expect(reportsIn((await get({ types: SCANNER, n: '1' })).text)[0]).not.toHaveProperty('by_host')
  })

  test("rejects metrics that the engine doesn't collect", async () => {
    expect((await get({ types: DRIVES, n: '1' })).outcome).toBe(
      differs({ engine: '501 NotImplemented', minio: '200' }, 'unsupported metrics are rejected by name'),
    )
  })

  test('requires admin:ServerInfo', async () => {
    const accounts = accountsOf(target)
    const query = { types: SCANNER, n: '1' }
    const reader = await accounts.allowed(allow(['admin:ServerInfo']))
    expect((await get(query, { credentials: reader })).status).toBe(200)
    const other = await accounts.allowed(allow(['admin:StorageInfo']))
    expect((await get(query, { credentials: other })).outcome).toBe('403 AccessDenied')
  })
})
