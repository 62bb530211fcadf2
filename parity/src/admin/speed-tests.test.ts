/** Speed tests: of drives and of the way to the server on both, of objects on MinIO, and of a network on no single node. */
import { accountsOf, allow } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { differs, request, target } from '../target.ts'
import { admin } from './iam-calls.ts'

const UNSUPPORTED = '426 XMinioAdminVersionMismatch'
const DENIED = '403 AccessDenied'
const OK = '200'

/** Its lines aren't one document. */
const streamed = (call: string, query: Record<string, string> = {}, body = '') =>
  request({ method: 'POST', path: `/minio/admin/v3/${call}`, query, region: '', body })

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('drives: each is written to and read', async () => {
  const query = { filesize: '1048576', blocksize: '65536' }
  const { status, text } = await streamed('speedtest/drive', query)
  expect(status).toBe(200)
  expect(linesOf(text).at(-1)).toEqual({
    version: expect.stringMatching(/./),
    endpoint: target.url,
    drivePerf: [
      { path: expect.stringMatching(/^\//), readThroughput: expect.any(Number), writeThroughput: expect.any(Number) },
    ],
  })
})

test('drives: a block that isn’t one', async () => {
  expect((await streamed('speedtest/drive', { filesize: '1048576', blocksize: '5000' })).outcome).toBe(
    differs({ engine: '400 InvalidArgument', minio: OK }, 'the engine only accepts what direct access can use'),
  )
})

test('the way to the server: what is sent is thrown away', async () => {
  const body = 'x'.repeat(100_000)
  expect((await streamed('speedtest/client/devnull', {}, body)).status).toBe(200)
  expect((await streamed('speedtest/client/devnull/extratime')).status).toBe(200)
})

test('objects: the statistics of uploads and downloads', async () => {
  const query = { size: '4096', duration: '2s', concurrent: '2' }
  const reply = await streamed('speedtest', query)
  expect(reply.outcome).toBe(differs({ engine: UNSUPPORTED, minio: OK }, 'the engine has no speed tests of objects'))
  if (reply.status !== 200) return
  expect(linesOf(reply.text).at(-1)).toMatchObject({
    size: 4096,
    concurrent: 2,
    servers: 1,
    PUTStats: { servers: [{ endpoint: target.url, err: '' }] },
    GETStats: { servers: [{ endpoint: target.url, err: '' }], ttfb: { p50: expect.any(Number) } },
  })
}, 30_000)

test('a network needs several nodes', async () => {
  expect((await admin('POST', 'speedtest/net', { query: { duration: '10s' } })).outcome).toBe(
    differs({ engine: UNSUPPORTED, minio: '501 NotImplemented' }, 'the engine never has several nodes'),
  )
})

test.each([
  ['speedtest/drive', 'admin:OBDInfo', 'admin:BandwidthMonitor', { filesize: '4096', blocksize: '4096' }],
  ['speedtest/client/devnull', 'admin:BandwidthMonitor', 'admin:OBDInfo', {}],
  ['speedtest/client/devnull/extratime', 'admin:BandwidthMonitor', 'admin:OBDInfo', {}],
] as const)('%s needs %s', async (call, action, another, query) => {
  const [allowed, other] = await Promise.all([
    accountsOf(target).allowed(allow([action])),
    accountsOf(target).allowed(allow([another])),
  ])
  expect((await admin('POST', call, { query, as: allowed })).status).toBe(200)
  expect((await admin('POST', call, { query, as: other })).outcome).toBe(DENIED)
})
