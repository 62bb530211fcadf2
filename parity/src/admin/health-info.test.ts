/** The health report: documents that grow, one a line. */
import { accountsOf } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { differs, request, target } from '../target.ts'
import { allow } from './iam-calls.ts'

const ALL = Object.fromEntries(
  'minioinfo minioconfig syscpu sysdrivehw sysosinfo sysmem sysprocess'.split(' ').map((name) => [name, 'true']),
)
interface Report {
  version: string
  timestamp: string
  sys: Record<string, unknown>
  minio: Record<string, unknown>
}

const report = (call: string, query: Record<string, string>, credentials = target.root) =>
  request({ method: 'GET', path: `/minio/admin/v3/${call}`, query, credentials })

const documents = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Report)

test.each(['healthinfo', 'obdinfo'])('%s sends documents that repeat what came before', async (call) => {
  const response = await report(call, { deadline: '1h', ...ALL })
  expect([response.status, response.headers['content-type']]).toEqual([200, 'text/event-stream'])
  const reports = documents(response.text)
  expect(reports.length).toBeGreaterThan(5)
  const parts = reports.map(({ sys, minio }) => [...Object.keys(sys), ...Object.keys(minio)])
  for (const [index, names] of parts.entries()) expect(names).toEqual(expect.arrayContaining(parts[index - 1] ?? []))
  const addr = new URL(target.url).host
  expect(reports.at(-1)).toMatchObject({
    version: '3',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    sys: {
      cpus: [{ addr, cpus: [{ model_name: expect.any(String), cores: expect.any(Number) }] }],
      partitions: [{ addr, partitions: [{ mountpoint: expect.any(String), space_total: expect.any(Number) }] }],
      osinfo: [{ addr, info: { hostname: expect.any(String), os: 'linux', kernelVersion: expect.any(String) } }],
      meminfo: [{ addr, total: expect.any(Number), free: expect.any(Number) }],
      procinfo: [{ addr, pid: expect.any(Number), mem_info: { rss: expect.any(Number) } }],
    },
    minio: {
      info: { mode: 'online', servers: [{ endpoint: addr, state: 'online' }] },
      config: { config: { region: { _: expect.arrayContaining([{ key: 'name', value: expect.any(String) }]) } } },
    },
  })
  expect(response.text).not.toContain(target.root.secretKey)
})

test('sends only the parts that were requested', async () => {
  const { text } = await report('healthinfo', { deadline: '10s', sysmem: 'true' })
  const { sys } = documents(text).at(-1) ?? { sys: {} }
  expect(sys).toHaveProperty('meminfo')
  expect(sys).not.toHaveProperty('cpus')
})

test('reports an invalid deadline within a document', async () => {
  const { status, text } = await report('healthinfo', { deadline: 'zzz' })
  expect([status, JSON.parse(text)]).toMatchObject([
    200,
    { version: '3', error: expect.stringContaining('invalid duration') },
  ])
})

test('a report without addresses is refused by the engine, which would send them', async () => {
  const response = await report('healthinfo', { deadline: '10s', sysosinfo: 'true', anonymize: 'strict' })
  expect(response.outcome).toBe(
    differs({ engine: '501 NotImplemented', minio: '200' }, 'unsupported parameters are rejected by name'),
  )
  expect(response.text).not.toContain(JSON.stringify(new URL(target.url).host))
})

test('needs admin:OBDInfo', async () => {
  const as = (action: string) => accountsOf(target).allowed(allow([action]))
  const query = { deadline: '10s' }
  expect((await report('healthinfo', query, await as('admin:ServerInfo'))).outcome).toBe('403 AccessDenied')
  expect((await report('healthinfo', query, await as('admin:OBDInfo'))).status).toBe(200)
})
