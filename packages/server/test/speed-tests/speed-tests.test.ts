/** Speed tests, on the engine and on MinIO. */
import type { ServerResponse } from 'node:http'
import type { SpeedMessage, SpeedRun, SpeedRuns } from '@cooperage/contract'
import { accountsOf, allow, send, tempFolder, uniqueName, waitUntil } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { auditedIn, consoleAt, startConsole, withConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { closeSocket, openSocket } from '../socket-visitor.ts'
import { testOn } from '../test-on.ts'
import { signedIn, type Visitor } from '../visitor.ts'

const PATH = '/api/v1/admin/speed-tests'
const RUN = '/ws/speed-test'
const SMALL_FILE = 'kind=drive&file_size=1048576&block_size=65536'

const given = await withConsole()

const listed = async (user: Visitor, kind: string) => (await user.get(`${PATH}?kind=${kind}`)).json as SpeedRuns

async function ended(user: Visitor, query: string): Promise<SpeedMessage[]> {
  const view = await openSocket(user, `${RUN}?${query}`)
  expect(await view.closed).toEqual({ code: 1000, reason: '' })
  return view.messages as SpeedMessage[]
}

test('a test of drives reports each one, and is kept with its options across a restart', async () => {
  const dataDir = tempFolder('speed')
  onTestFinished(() => dataDir.remove())
  const { url, consoleToken, root } = given.storage
  const first = await startConsole(url, { dataDir: dataDir.path, ...(consoleToken && { consoleToken }) })
  const user = await signedIn(first.url, root)
  expect(await listed(user, 'drive')).toEqual({ runs: [], host: new URL(url).host, offered: 'yes' })
  const messages = await ended(user, SMALL_FILE)
  expect(messages[0]).toMatchObject({ measured: null, run: null })
  const [last] = messages.slice(-1)
  expect(last).toMatchObject({ isKept: true, run: { kind: 'drive', measured: { left: 0, objects: null } } })
  const { run } = last as { run: SpeedRun }
  expect(run.options).toEqual({ block_size: 65536, file_size: 1048576, serial: 'false' })
  expect(run.measured.places).toEqual([
    {
      node: expect.stringContaining(new URL(url).host),
      drive: expect.stringMatching(/^\//),
      error: '',
      write: expect.any(Number),
      read: expect.any(Number),
    },
  ])
  expect([run.measured.write, run.measured.read]).toEqual([run.measured.places[0]?.write, run.measured.places[0]?.read])
  expect(run.measured.write).toBeGreaterThan(0)
  await first.stop()

  const second = await consoleAt(url, { dataDir: dataDir.path, ...(consoleToken && { consoleToken }) })
  const again = await signedIn(second.url, root)
  const [kept] = (await listed(again, 'drive')).runs
  expect(kept).toStrictEqual(run)
  expect((await listed(again, 'object')).runs).toEqual([])
})

test('the way from the console is measured twice a second', async () => {
  const user = await given.user()
  const messages = await ended(user, 'kind=client&seconds=5')
  expect(messages.length).toBeGreaterThan(4)
  const { run } = messages.at(-1) as { run: SpeedRun }
  expect(run.seconds).toBeGreaterThanOrEqual(5)
  expect(run.measured).toMatchObject({ write: expect.any(Number), read: null, places: [] })
  expect(run.measured.write).toBeGreaterThan(0)
}, 30_000)

test('each permission opens its part', async () => {
  const account = (action: string) => accountsOf(given.storage).allowed(allow([action]))
  const tester = await given.signedIn(await account('admin:OBDInfo'))
  const session = (await tester.get('/api/v1/session')).json as { pages: string[] }
  expect(session.pages).toContain('/speed-tests')
  expect((await ended(tester, SMALL_FILE)).at(-1)?.run?.account).not.toBe('')
  const denied = await openSocket(tester, `${RUN}?kind=client`)
  expect(await denied.closed).toEqual({ code: 1011, reason: 'AccessDenied' })
  expect((await tester.get(`${PATH}?kind=client`)).outcome).toBe('403 AccessDenied')

  const other = await given.signedIn(await account('admin:BandwidthMonitor'))
  expect((await other.get(`${PATH}?kind=client`)).status).toBe(200)
  expect((await other.get(`${PATH}?kind=drive`)).status).toBe(403)
  const refused = await openSocket(other, `${RUN}?${SMALL_FILE}`)
  expect(await refused.closed).toEqual({ code: 1011, reason: 'AccessDenied' })
})

test('a network of one node is said to be one, and refused', async () => {
  const user = await given.user()
  expect(await listed(user, 'network')).toMatchObject({ offered: 'oneNode' })
  const view = await openSocket(user, `${RUN}?kind=network`)
  expect(await view.closed).toEqual({ code: 1011, reason: 'NotInThisSetup' })
})

testOn.engine('the engine has no test of objects', async () => {
  const user = await given.user()
  expect(await listed(user, 'object')).toMatchObject({ offered: 'no' })
  const view = await openSocket(user, `${RUN}?kind=object`)
  expect(await view.closed).toEqual({ code: 1011, reason: 'NotInThisSetup' })
})

test('versions that only delete markers hide are kept from a test, which would delete them', async () => {
  const [user, bucket] = [await given.user(), uniqueName('speed')]
  const on = (method: string, path: string, query: Record<string, string> = {}, body = '') =>
    send({ url: given.storage.url, credentials: given.storage.root, method, path, query, body })
  const versions = async () => (await on('GET', `/${bucket}`, { versions: '' })).text.match(/<(Version|DeleteMarker)>/g)
  const enabled = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
  await on('PUT', `/${bucket}`)
  await on('PUT', `/${bucket}`, { versioning: '' }, enabled)
  await on('PUT', `/${bucket}/speedtest/own`, {}, 'x')
  await on('DELETE', `/${bucket}/speedtest/own`)
  const view = await openSocket(user, `${RUN}?kind=object&size=4096&seconds=2&concurrency=2&bucket=${bucket}`)
  const closed = await view.closed
  expect(await versions()).toEqual(['<DeleteMarker>', '<Version>'])
  expect(closed).toEqual({ code: 1011, reason: 'SpeedTestFolderInUse' })
}, 30_000)

testOn.minio(
  'a test of objects reports uploads and downloads, and deletes nothing of a bucket’s own',
  async () => {
    const [user, bucket] = [await given.user(), uniqueName('speed')]
    const on = (method: string, path: string, body = '') =>
      send({ url: given.storage.url, credentials: given.storage.root, method, path, body })
    await on('PUT', `/${bucket}`)
    await on('PUT', `/${bucket}/speedtest/own`, 'x')
    const small = `kind=object&size=4096&seconds=2&concurrency=2&bucket=${bucket}`
    const refused = await openSocket(user, `${RUN}?${small}`)
    expect(await refused.closed).toEqual({ code: 1011, reason: 'SpeedTestFolderInUse' })
    expect((await on('GET', `/${bucket}/speedtest/own`)).text).toBe('x')
    const missing = await openSocket(user, `${RUN}?kind=object&seconds=2&bucket=no-such-bucket`)
    expect(await missing.closed).toEqual({ code: 1011, reason: 'NoSuchBucket' })

    await on('DELETE', `/${bucket}/speedtest/own`)
    const { run } = (await ended(user, small)).at(-1) as { run: SpeedRun }
    expect(run.measured).toMatchObject({
      places: [{ error: '', drive: '' }],
      objects: { size: 4096, concurrency: 2, drives: 1, uploadsPerSecond: expect.any(Number) },
    })
    expect(run.measured.objects?.uploadTimes.median).toBeGreaterThan(0)
    expect((await on('GET', `/${bucket}`)).text).not.toContain('<Key>')
  },
  30_000,
)

testOn.minio(
  'a test ends with its view: S3 requests are answered again, and nothing is left',
  async () => {
    const user = await given.user()
    const view = await openSocket(user, `${RUN}?kind=object&size=4096&seconds=60&concurrency=2`)
    const admin = '/minio/admin/v3/accountinfo'
    const on = (path: string) => send({ url: given.storage.url, credentials: given.storage.root, method: 'GET', path })
    await waitUntil('the test has begun', async () => (await on(admin)).text.includes('minio-perf-test'))
    const second = await openSocket(user, `${RUN}?${SMALL_FILE}`)
    expect(await second.closed).toEqual({ code: 1011, reason: 'SpeedTestRunning' })
    view.socket.terminate()
    // Far sooner than the test would have ended.
    await waitUntil('the bucket of the test is gone', async () => {
      const { text } = await send({ url: given.storage.url, credentials: given.storage.root, method: 'GET', path: '/' })
      return !text.includes('minio-perf-test')
    })
    await ended(user, SMALL_FILE)
  },
  50_000,
)

type Answer = (response: ServerResponse) => void

/** A console on a storage server that answers a speed test so, and other calls for buckets and its state. */
async function consoleWith(answer: Answer, actions = ['admin:*']) {
  const tests: string[] = []
  const storage = await scriptedStorage((request, response) => {
    const path = request.url ?? ''
    if (path === '/') return response.end(stsKeys())
    if (path.includes('/accountinfo'))
      return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(actions)] }))
    if (path.endsWith('/info')) {
      const drives = [1_000_000, 50].map((mib) => ({ totalspace: 10 ** 15, availspace: mib * 1024 * 1024 }))
      return response.end(JSON.stringify({ servers: [{ drives: [...drives, { state: 'offline' }] }] }))
    }
    tests.push(path)
    answer(response)
  })
  const server = await startConsole(storage.url)
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await server.stop()
    isStopped = true
  }
  onTestFinished(async () => {
    await stop()
    await storage.stop()
  })
  const user = await signedIn(server.url, { accessKey: 'alice', secretKey: 'alice-secret' })
  /** What the audit trail has of tests, which is complete once the console is stopped. */
  const audited = async () => {
    await stop()
    const records = auditedIn(server).filter(({ call }) => call === 'speedTests.run')
    return records.map(({ outcome, code }) => [outcome, code])
  }
  return { user, tests, audited }
}

/** The same for a test that is answered with these lines. */
async function reportOf(lines: readonly string[], isBroken = false) {
  const { user } = await consoleWith((response) => {
    response.writeHead(200)
    response.write(`${lines.join('\n')}\n`)
    if (isBroken) setImmediate(() => response.destroy())
    else response.end()
  })
  return user
}

const refusal = (code: string): Answer => {
  return (response) => response.writeHead(403).end(JSON.stringify({ Code: code, Message: 'inner words' }))
}

test('a refused test is refused in the audit trail too', async () => {
  const { user, audited } = await consoleWith(refusal('XMinioSpeedtestInsufficientCapacity'))
  const view = await openSocket(user, `${RUN}?kind=object`)
  expect(await view.closed).toEqual({ code: 1011, reason: 'SpeedTestSpace' })
  expect(view.messages).toEqual([])
  expect(await audited()).toEqual([['refused', 'SpeedTestSpace']])
})

test('what a test lacks while root access is off is named', async () => {
  const { user } = await consoleWith(refusal('XMinioSpeedtestInsufficientPermissions'))
  const view = await openSocket(user, `${RUN}?kind=object`)
  expect(await view.closed).toEqual({ code: 1011, reason: 'SpeedTestBucketDenied' })
})

test('a user without the permission is refused before the server is asked, and keeps nobody from a test', async () => {
  const { user, tests, audited } = await consoleWith((response) => response.end(), ['s3:*'])
  const views = await Promise.all([1, 2, 3].map(() => openSocket(user, `${RUN}?${SMALL_FILE}`)))
  for (const view of views) expect(await view.closed).toEqual({ code: 1011, reason: 'AccessDenied' })
  expect(tests).toEqual([])
  expect(new Set((await audited()).map(String))).toEqual(new Set(['refused,AccessDenied']))
})

test('four files have to fit on the fullest drive', async () => {
  const { user, tests } = await consoleWith((response) => response.end())
  const full = await openSocket(user, `${RUN}?kind=drive&file_size=${13 * 1024 * 1024}`)
  expect(await full.closed).toEqual({ code: 1011, reason: 'SpeedTestSpace' })
  expect(tests).toEqual([])
  const fits = await openSocket(user, `${RUN}?kind=drive&file_size=${12 * 1024 * 1024}`)
  expect(await fits.closed).toEqual({ code: 1011, reason: 'SpeedTestFailed' })
})

test('a test that its visitor ends has been done', async () => {
  const { user, audited } = await consoleWith((response) => response.writeHead(200).write('{"version":""}\n'))
  const view = await openSocket(user, `${RUN}?${SMALL_FILE}`)
  await waitUntil('the test has begun', async () => view.messages.length > 0)
  expect(view.messages[0]).toMatchObject({ measured: null, run: null })
  await closeSocket(view)
  expect(await audited()).toEqual([['done', '']])
})

test('broken lines and impossible numbers are no results', async () => {
  const places = Array.from({ length: 2_500 }, (_, index) => ({
    path: `/d${index}`,
    readThroughput: 2,
    writeThroughput: 1,
  }))
  const user = await reportOf([
    '{"version":"","endpoint":""}',
    '{not json',
    '[]',
    'null',
    JSON.stringify({
      version: '1',
      endpoint: 'http://a',
      drivePerf: [{ path: '/x', readThroughput: -5, writeThroughput: 'fast' }],
    }),
    JSON.stringify({
      version: '1',
      endpoint: 'http://b',
      drivePerf: [{ path: '/y', error: `bad ${'drive '.repeat(100)}` }],
    }),
    JSON.stringify({ version: '', endpoint: 'http://c', string: 'connection refused' }),
    JSON.stringify({ version: '1', endpoint: 'http://d', drivePerf: places }),
  ])
  const { run } = (await ended(user, SMALL_FILE)).at(-1) as { run: SpeedRun }
  expect(run.measured).toMatchObject({ write: 2_500, read: 5_000, left: 503 })
  expect(run.measured.places.slice(0, 3)).toEqual([
    { node: 'http://a', drive: '/x', write: null, read: null, error: '' },
    { node: 'http://b', drive: '/y', write: null, read: null, error: expect.stringMatching(/^bad drive .{200,300}…$/) },
    { node: 'http://c', drive: '', write: null, read: null, error: 'connection refused' },
  ])
  expect(run.measured.places).toHaveLength(2_000)
})

test('each place is sent once while a test runs, and the finished run has all', async () => {
  const line = (node: string) => {
    return JSON.stringify({ version: '1', endpoint: node, drivePerf: [{ path: '/x', writeThroughput: 1 }] })
  }
  const messages = await ended(await reportOf(['a', 'b', 'c'].map(line)), SMALL_FILE)
  expect(messages.map(({ measured }) => measured && [measured.write, measured.places.map(({ node }) => node)])).toEqual(
    [null, [1, ['a']], [2, ['b']], [3, ['c']], null],
  )
  expect(messages.at(-1)?.run?.measured.places.map(({ node }) => node)).toEqual(['a', 'b', 'c'])
})

test('a server that sends hundreds of thousands of drives with long names fills neither memory nor pages', async () => {
  const line = (node: string, drives: number, path: string) => {
    const drivePerf = Array.from({ length: drives }, () => ({ path, readThroughput: 1, writeThroughput: 1 }))
    return JSON.stringify({ version: '1', endpoint: node, drivePerf })
  }
  const user = await reportOf([line('a', 1, '/x'.repeat(100_000)), line('b'.repeat(100_000), 200_000, '/y')])
  const { run } = (await ended(user, SMALL_FILE)).at(-1) as { run: SpeedRun }
  expect(run.measured).toMatchObject({ write: 200_001, read: 200_001, left: 198_001 })
  expect(run.measured.places).toHaveLength(2_000)
  expect(Math.max(...run.measured.places.map(({ node, drive }) => node.length + drive.length))).toBeLessThan(400)
}, 30_000)

test('a test without a result, and one that breaks, say so and are not kept', async () => {
  const empty = await reportOf(['{"version":""}'])
  const view = await openSocket(empty, `${RUN}?kind=object`)
  expect(await view.closed).toEqual({ code: 1011, reason: 'SpeedTestFailed' })
  expect((await listed(empty, 'object')).runs).toEqual([])

  const broken = await reportOf([JSON.stringify({ version: '1', endpoint: 'x', drivePerf: [{ path: '/x' }] })], true)
  const cut = await openSocket(broken, `${RUN}?${SMALL_FILE}`)
  expect(await cut.closed).toEqual({ code: 1011, reason: 'StorageUnreachable' })
  expect((await listed(broken, 'drive')).runs).toEqual([])
})

test('keeps the latest twenty of each kind', async () => {
  const user = await reportOf([
    JSON.stringify({ version: '1', endpoint: 'x', drivePerf: [{ path: '/x', writeThroughput: 1 }] }),
  ])
  const ids: string[] = []
  for (let index = 0; index < 22; index++) ids.push((await ended(user, SMALL_FILE)).at(-1)?.run?.id ?? '')
  expect((await listed(user, 'drive')).runs.map(({ id }) => id)).toEqual(ids.slice(2).toReversed())
})

test.each([
  'kind=other',
  'kind=object&size=1',
  'kind=object&concurrency=100000',
  'kind=object&seconds=3600',
  'kind=object&bucket=..%2Fx',
  'kind=drive&block_size=5000',
  'kind=drive&file_size=99999999999999',
  'kind=drive&file_size=1049600',
  'kind=drive&file_size=1048576&block_size=2097152',
  'kind=network&seconds=2',
  'kind=client&seconds=60',
])('%s is refused before anything starts', async (query) => {
  await expect(openSocket(await given.user(), `${RUN}?${query}`)).rejects.toThrow('refused with 400')
})
