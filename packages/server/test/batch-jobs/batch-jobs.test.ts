/** The engine has no batch jobs. A scripted server answers what no real one can be brought to: odd and hostile documents. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BatchJob,
  type BatchJobProgress,
  type CheckedPlace,
  type JobFinding,
  MAX_LISTED_JOBS,
  MAX_PAST_JOBS,
  type PastBatchJob,
} from '@cooperage/contract'
import { targetKind, tempFolder } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { aliceWithAnswers, Refusal } from '../scripted-storage.ts'

const PATH = '/api/v1/admin/batch-jobs'
const EXPIRE = 'expire:\n  apiVersion: v1\n  bucket: photos\n  rules:\n    - type: object\n      name: old*\n'
const REPLICATE = `replicate:
  apiVersion: v1
  source: { type: minio, bucket: photos }
  target:
    type: minio
    bucket: copies
    endpoint: http://127.0.0.1:1
    credentials: { accessKey: admin, secretKey: the-secret-of-the-other }
`
const CALLS = [
  ['GET', '', undefined],
  ['GET', '/past', undefined],
  ['GET', '/progress?id=expire-a', undefined],
  ['GET', '/definition?id=expire-a', undefined],
  ['POST', '', { yaml: EXPIRE }],
  ['DELETE', '?id=expire-a', undefined],
] as const

const given = await withConsole({ outboundLoopback: true })

if (targetKind() === 'engine') {
  test('each call says that the engine has no batch jobs', async () => {
    const user = await given.user()
    const session = (await user.get('/api/v1/session')).json as { features: string[] }
    expect(session.features).not.toContain('batch-jobs')
    for (const [method, path, json] of CALLS) {
      const reply = await user.call(method, `${PATH}${path}`, json && { json })
      expect([method, path, reply.status, reply.json]).toMatchObject([
        method,
        path,
        501,
        { code: 'NotInThisSetup', message: 'The storage server doesn’t support batch jobs.' },
      ])
    }
  })
}

/** Where a job may name any server. */
const scripted = (
  answers: Readonly<Record<string, unknown>>,
  { settings = {}, ...more }: Parameters<typeof aliceWithAnswers>[1] = {},
) => aliceWithAnswers(answers, { settings: { outboundLoopback: true, ...settings }, ...more })

test.each([
  ['an ID with a path', 'GET', '/definition?id=..%2F..%2Fx', undefined],
  ['no ID', 'DELETE', '', undefined],
  ['an empty definition', 'POST', '', { yaml: '' }],
  ['one of more than 64 KiB', 'POST', '/check', { yaml: '#'.repeat(65_537) }],
  ['one with a mistake', 'POST', '', { yaml: 'expire: {}' }],
] as const)('refuses %s', async (_, method, path, json) => {
  const user = await scripted({})
  expect((await user.call(method, `${PATH}${path}`, json && { json })).status).toBe(400)
  expect(user.sent).toEqual([])
})

test('jobs with odd and missing fields are listed, the newest first', async () => {
  const user = await scripted({
    'GET list-jobs': {
      jobs: [
        null,
        { id: 'expire-a', type: 'expire', user: 'alice', started: '2026-11-01T00:00:00Z' },
        { id: {}, type: 'constructor', started: 'never' },
        { id: 'move-b', type: 'move', user: 'bob', started: '2026-11-02T00:00:00.5Z', elapsed: 'long' },
      ],
    },
    'GET status-job': { LastMetric: { complete: 'yes', failed: true, expired: { objects: -1, objectsFailed: 'x' } } },
  })
  const { items, left } = (await user.get(PATH)).json as { items: BatchJob[]; left: number }
  expect(left).toBe(0)
  expect(items.map(({ id, type, startedAt }) => [id, type, startedAt])).toEqual([
    ['move-b', 'other', '2026-11-02T00:00:00.500Z'],
    ['expire-a', 'expire', '2026-11-01T00:00:00.000Z'],
    ['', 'other', ''],
    ['', 'other', ''],
  ])
  expect(items[0]?.progress).toMatchObject({ state: 'failed', updatedAt: '', bytes: null })
})

test('a job that hasn’t begun is waiting, and one that can’t be read doesn’t hide the others', async () => {
  const jobs = [{ id: 'expire-a', type: 'expire', started: '2026-11-01T00:00:00Z' }]
  const missing = new Refusal(404, 'XMinioAdminNoSuchJob')
  const waiting = await scripted({ 'GET list-jobs': { jobs }, 'GET status-job': missing, 'GET describe-job': missing })
  expect((await waiting.get(PATH)).json).toMatchObject({ items: [{ progress: { state: 'waiting' } }] })
  expect((await waiting.get(`${PATH}/progress?id=expire-a`)).json).toMatchObject({
    progress: { state: 'waiting' },
    total: null,
  })
  expect((await waiting.get(`${PATH}/definition?id=expire-a`)).json).toMatchObject({ code: 'NoSuchBatchJob' })
  expect((await waiting.get(`${PATH}/progress?id=expire-b`)).json).toMatchObject({ code: 'NoSuchBatchJob' })
  const broken = await scripted({ 'GET list-jobs': { jobs }, 'GET status-job': new Refusal(500, 'InternalError') })
  expect((await broken.get(PATH)).json).toMatchObject({ items: [{ progress: { state: 'unknown' } }] })
})

test('jobs that the server has forgotten are kept, with what was last seen of them', async () => {
  const clock = { now: Date.parse('2026-11-03T00:00:00Z') }
  const jobOf = (id: string, day: number) => ({
    id,
    type: 'expire',
    user: 'alice',
    started: `2026-11-0${day}T00:00:00Z`,
  })
  const metricOf = (fields: object, minute: number, objects: number) => ({
    ...fields,
    lastUpdate: `2026-11-03T00:0${minute}:00Z`,
    expired: { lastBucket: 'photos', objects, objectsFailed: 1 },
  })
  let jobs = [jobOf('expire-a', 1), jobOf('expire-b', 2), { ...jobOf('../x', 2) }]
  const metrics: Record<string, object | undefined> = {
    'expire-a': metricOf({ complete: true }, 1, 7),
    'expire-b': metricOf({}, 1, 2),
  }
  const user = await scripted(
    {
      'GET list-jobs': () => ({ jobs }),
      'GET status-job': (query: URLSearchParams) => {
        const metric = metrics[query.get('jobId') ?? '']
        return metric === undefined ? new Refusal(500, 'InternalError') : { LastMetric: metric }
      },
      'POST start-job': { id: 'expire-c' },
      'DELETE cancel-job': '',
    },
    { settings: { now: () => clock.now } },
  )
  const past = async () => ((await user.get(`${PATH}/past`)).json as { items: PastBatchJob[] }).items
  await user.get(PATH)
  expect(await past(), 'the server still lists them').toEqual([])
  metrics['expire-b'] = metricOf({}, 5, 30)
  await user.get(PATH)
  clock.now += 120_000
  metrics['expire-a'] = undefined
  await user.get(PATH)
  await user.call('POST', PATH, { json: { yaml: EXPIRE } })
  const cancel = async (id: string) => (await user.call('DELETE', `${PATH}?id=${id}`)).status
  expect(await cancel('expire-b')).toBe(204)
  jobs = []
  expect(await past()).toMatchObject([
    { id: 'expire-c', type: 'expire', user: 'alice', state: 'unknown', startedAt: '2026-11-03T00:02:00.000Z' },
    { id: 'expire-b', state: 'canceled', endedAt: '2026-11-03T00:02:00.000Z', progress: { objects: 30 } },
    {
      id: 'expire-a',
      type: 'expire',
      user: 'alice',
      state: 'complete',
      endedAt: '2026-11-03T00:01:00.000Z',
      progress: { objects: 7, failed: 1, bucket: 'photos' },
    },
  ])
  const before = await past()
  clock.now += 120_000
  for (const { id } of before) expect(await cancel(id), 'the server says yes to a job that it no longer has').toBe(204)
  expect(await past()).toEqual(before)
})

test('what is kept of a job is never replaced by less', async () => {
  const job = { id: 'expire-a', type: 'expire', user: 'x'.repeat(5_000), started: '2026-11-01T00:00:00Z' }
  const metric = (minute: number, fields: object = {}) => ({
    LastMetric: { ...fields, lastUpdate: `2026-11-03T00:0${minute}:00Z`, expired: { objects: minute } },
  })
  const clock = { now: Date.parse('2026-11-03T00:00:00Z') }
  let jobs = [job]
  let status: unknown = new Refusal(404, 'XMinioAdminNoSuchJob')
  const user = await scripted(
    { 'GET list-jobs': () => ({ jobs }), 'GET status-job': () => status },
    { settings: { now: () => clock.now } },
  )
  const seen = async (next: unknown) => {
    status = next
    jobs = [job]
    await user.get(PATH)
    jobs = []
    // Otherwise the list knows the end of a job by itself.
    clock.now += 120_000
    const { items } = (await user.get(`${PATH}/past`)).json as { items: PastBatchJob[] }
    return items.map(({ state, endedAt, progress }) => [state, endedAt.slice(11, 16), progress.objects])
  }
  const none = new Refusal(404, 'XMinioAdminNoSuchJob')
  expect(await seen(none)).toEqual([['unknown', '', 0]])
  expect(await seen(metric(5))).toEqual([['unknown', '', 5]])
  expect(await seen(none), 'waiting').toEqual([['unknown', '', 5]])
  expect(await seen(metric(3)), 'an older one').toEqual([['unknown', '', 5]])
  expect(await seen(metric(5, { failed: true }))).toEqual([['failed', '00:05', 5]])
  expect(await seen(metric(6, { complete: true })), 'tried again').toEqual([['complete', '00:06', 6]])
  for (const less of [none, metric(6), metric(4, { failed: true }), new Refusal(500, 'InternalError')]) {
    expect(await seen(less)).toEqual([['complete', '00:06', 6]])
  }
  const { items } = (await user.get(`${PATH}/past`)).json as { items: PastBatchJob[] }
  expect(items[0]?.user).toHaveLength(1_024)
})

test('the latest jobs are kept, and an older one that is listed again doesn’t replace any', async () => {
  const jobOf = (number: number) => ({
    id: `expire-${number}`,
    type: 'expire',
    started: new Date(Date.UTC(2026, 10, 1) + number * 60_000).toISOString(),
  })
  let jobs: object[] = []
  const user = await scripted({ 'GET list-jobs': () => ({ jobs }), 'GET status-job': { LastMetric: {} } })
  const past = async () => {
    jobs = []
    return ((await user.get(`${PATH}/past`)).json as { items: PastBatchJob[] }).items.map(({ id }) => id)
  }
  for (let first = 0; first <= MAX_PAST_JOBS; first += MAX_LISTED_JOBS) {
    jobs = Array.from({ length: MAX_LISTED_JOBS }, (_, index) => jobOf(first + index))
    await user.get(PATH)
  }
  const latest = await past()
  expect(latest).toHaveLength(MAX_PAST_JOBS)
  const newest = MAX_PAST_JOBS + MAX_LISTED_JOBS - 1
  expect([latest[0], latest.at(-1)]).toEqual([`expire-${newest}`, `expire-${newest - MAX_PAST_JOBS + 1}`])
  jobs = [jobOf(3)]
  await user.get(PATH)
  expect(await past()).toEqual(latest)
})

test('a history that can’t be kept is in the way of no job', async () => {
  const dataDir = tempFolder('broken-store')
  onTestFinished(() => dataDir.remove())
  mkdirSync(join(dataDir.path, 'console.sqlite'))
  const jobs = [{ id: 'expire-a', type: 'expire', started: '2026-11-01T00:00:00Z' }]
  const user = await scripted(
    { 'GET list-jobs': { jobs }, 'GET status-job': {}, 'POST start-job': { id: 'expire-b' }, 'DELETE cancel-job': '' },
    { settings: { dataDir: dataDir.path } },
  )
  expect((await user.get(PATH)).json).toMatchObject({ items: [{ id: 'expire-a' }] })
  expect((await user.call('POST', PATH, { json: { yaml: EXPIRE } })).json).toEqual({ id: 'expire-b' })
  expect((await user.call('DELETE', `${PATH}?id=expire-a`)).status).toBe(204)
  expect((await user.get(`${PATH}/past`)).json).toMatchObject({ code: 'ConsoleStoreUnavailable' })
})

test('a job that has ended isn’t asked for again within a minute', async () => {
  const clock = { now: Date.now() }
  const jobs = ['a', 'b'].map((id) => ({ id, type: 'expire', started: '2026-11-01T00:00:00Z' }))
  let asked: string[] = []
  const metrics: Record<string, object> = { a: { complete: true }, b: {} }
  const user = await scripted(
    {
      'GET list-jobs': { jobs },
      'GET status-job': (query: URLSearchParams) => {
        const id = query.get('jobId') ?? ''
        asked.push(id)
        return { LastMetric: metrics[id] }
      },
    },
    { settings: { now: () => clock.now } },
  )
  const states = async () => {
    asked = []
    const { items } = (await user.get(PATH)).json as { items: BatchJob[] }
    return [items.map(({ progress }) => progress.state), asked.sort()]
  }
  expect(await states()).toEqual([
    ['complete', 'running'],
    ['a', 'b'],
  ])
  expect(await states()).toEqual([['complete', 'running'], ['b']])
  clock.now += 61_000
  expect(await states()).toEqual([
    ['complete', 'running'],
    ['a', 'b'],
  ])
})

test('of many jobs only the newest are listed', async () => {
  const jobs = Array.from({ length: 150 }, (_, day) => ({
    id: `expire-${day}`,
    type: 'expire',
    started: new Date(day * 86_400_000),
  }))
  const user = await scripted({ 'GET list-jobs': { jobs } })
  const { items, left } = (await user.get(PATH)).json as { items: BatchJob[]; left: number }
  expect([items.length, items[0]?.id, left]).toEqual([100, 'expire-149', 50])
})

test('a definition has no secrets, whatever the server returns', async () => {
  const secret = 'the-secret-of-the-other'
  const user = await scripted({ 'GET describe-job': REPLICATE })
  const reply = await user.get(`${PATH}/definition?id=replicate-a`)
  expect((reply.json as { yaml: string }).yaml).toContain('bucket: copies')
  expect(JSON.stringify(reply.json)).not.toContain(secret)
  const hostile = await scripted({ 'GET describe-job': `just the text ${secret}` })
  const refused = await hostile.get(`${PATH}/definition?id=replicate-a`)
  expect(refused.json).toMatchObject({ code: 'StorageUnreadable' })
  expect(JSON.stringify(refused.json)).not.toContain(secret)
})

test('what is wrong is found by line, for who may start jobs only', async () => {
  const user = await scripted({})
  const json = { yaml: EXPIRE.replace('bucket', 'buckets') }
  const { findings } = (await user.call('POST', `${PATH}/findings`, { json })).json as { findings: JobFinding[] }
  expect(findings.map(({ line, problem }) => [line, problem])).toEqual([
    [1, 'missingField'],
    [3, 'unknownField'],
  ])
  expect((await user.call('POST', PATH, { json })).json).toMatchObject({
    code: 'InvalidBatchJob',
    message: 'This definition of a batch job can’t be used: line 1: expire.bucket is missing. Fix it, then try again.',
  })
  const viewer = await scripted({}, { actions: ['admin:ListBatchJobs'] })
  for (const path of ['/findings', '/check', '']) {
    expect((await viewer.call('POST', `${PATH}${path}`, { json: { yaml: REPLICATE } })).json).toMatchObject({
      code: 'AccessDenied',
      message: 'You don’t have permission to start batch jobs (admin:StartBatchJob on this server).',
    })
  }
  expect(viewer.sent).toEqual([])
})

test('the check of another server respects where the console may connect', async () => {
  const check = async (settings: object) => {
    const user = await scripted({}, { settings })
    const reply = await user.call('POST', `${PATH}/check`, { json: { yaml: REPLICATE } })
    return (reply.json as { places: CheckedPlace[] }).places.find(({ role }) => role === 'target')
  }
  expect(await check({ outboundLoopback: false })).toMatchObject({ host: '127.0.0.1:1', state: 'unchecked' })
  expect(await check({})).toMatchObject({ state: 'failed', failure: expect.stringContaining('Nothing listens there.') })
})

test('a place is empty if nothing matches, by versions for deleted objects, and unchecked if a later prefix may match', async () => {
  const user = await scripted({
    'GET /photos': (query: URLSearchParams) =>
      query.has('versions')
        ? '<ListVersionsResult><Name>photos</Name><DeleteMarker><Key>a</Key><VersionId>v</VersionId><IsLatest>true</IsLatest><LastModified>2026-11-01T00:00:00.000Z</LastModified></DeleteMarker></ListVersionsResult>'
        : '<ListBucketResult><Name>photos</Name><KeyCount>0</KeyCount></ListBucketResult>',
  })
  const place = async (yaml: string) => {
    const reply = await user.call('POST', `${PATH}/check`, { json: { yaml } })
    return (reply.json as { places: CheckedPlace[] }).places[0]
  }
  const prefixes = (count: number) => EXPIRE.replace('rules', `prefix: [${Array(count).fill('a/').join()}]\n  rules`)
  expect(await place(EXPIRE)).toMatchObject({ state: 'empty', failure: '' })
  expect(await place(prefixes(8))).toMatchObject({ state: 'empty', failure: '' })
  expect(await place(prefixes(9))).toMatchObject({
    state: 'unchecked',
    failure: 'Nothing has one of the first 8 prefixes. The others weren’t checked.',
  })
  expect(await place(EXPIRE.replace('type: object', 'type: deleted'))).toMatchObject({ state: 'found', failure: '' })
})

test('an address with keys isn’t returned', async () => {
  const user = await scripted({})
  const yaml = REPLICATE.replace('http://127', 'http://user:hush@127')
  const reply = await user.call('POST', `${PATH}/check`, { json: { yaml } })
  const { places } = reply.json as { places: CheckedPlace[] }
  expect(places[1]).toMatchObject({ role: 'target', host: '', state: 'failed' })
  expect(JSON.stringify(reply.json)).not.toContain('hush')
})

test.each([
  ['of the other server’s keys', 403, 'InvalidAccessKeyId', '', 'RemoteKeysRefused', /127\.0\.0\.1:1/],
  ['of rights, here or there', 403, 'AccessDenied', '', 'BatchJobDenied', /admin:StartBatchJob.* 127\.0\.0\.1:1 lack/],
  [
    'of a bucket',
    404,
    'NoSuchTargetBucket',
    'The specified target bucket does not exist',
    'BatchJobRefused',
    /target bucket does not exist/,
  ],
  [
    'in an inner error',
    500,
    'InternalError',
    'We encountered an error: cause(no such bucket.)',
    'BatchJobRefused',
    /job: no such bucket\. Correct/,
  ],
  [
    'of a server without KMS',
    501,
    'NotImplemented',
    'KMS is not configured',
    'BatchJobRefused',
    /KMS is not configured/,
  ],
  ['of an older server', 426, 'XMinioAdminVersionMismatch', '', 'NotInThisSetup', /doesn’t support batch jobs/],
] as const)('explains a refusal %s', async (_, status, code, message, expected, words) => {
  const user = await scripted({ 'POST start-job': new Refusal(status, code, message) })
  const reply = await user.call('POST', PATH, { json: { yaml: REPLICATE } })
  expect(reply.json).toMatchObject({ code: expected, message: expect.stringMatching(words) })
  expect(JSON.stringify(reply.json)).not.toContain('the-secret-of-the-other')
  expect((await user.get('/api/v1/session')).status).toBe(200)
})

test('a refusal of the visitor’s own keys ends the session', async () => {
  const user = await scripted({ 'POST start-job': new Refusal(403, 'InvalidAccessKeyId') })
  expect((await user.call('POST', PATH, { json: { yaml: EXPIRE } })).json).toMatchObject({ code: 'SessionEnded' })
})

test('the time that is left follows from the objects of the bucket, if the job goes through all of them', async () => {
  const running = {
    lastUpdate: '2026-11-01T00:00:00Z',
    replicate: { objects: 5, bytesTransferred: 50, bytesFailed: 1 },
  }
  const progressOf = async (described: unknown, metric: object = running) => {
    const buckets = [{ name: 'photos', objects: 70 }]
    const answers = { 'GET status-job': { LastMetric: metric }, 'GET describe-job': described }
    return (await (await scripted(answers, { buckets })).get(`${PATH}/progress?id=replicate-a`))
      .json as BatchJobProgress
  }
  const hidden = REPLICATE.replace('the-secret-of-the-other', "'**REDACTED**'")
  expect(await progressOf(hidden)).toMatchObject({
    progress: { state: 'running', objects: 5, bytes: 50, failedBytes: 1 },
    total: 70,
  })
  for (const described of [
    hidden.replace('bucket: photos', 'bucket: elsewhere'),
    hidden.replace('bucket: photos', 'bucket: photos, prefix: a/'),
    'not a job',
    new Refusal(403, 'AccessDenied'),
  ]) {
    expect(await progressOf(described)).toMatchObject({ progress: { state: 'running' }, total: null })
  }
  expect(await progressOf(hidden, { ...running, complete: true })).toMatchObject({ total: null })
})
