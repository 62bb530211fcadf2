/** Jobs that a real MinIO runs: what they do to objects, here and on a second one, and who may do which part. */
import type { BatchJob, BatchJobProgress, CheckedPlace, JobState, PastBatchJob } from '@cooperage/contract'
import {
  accountsOf,
  allow,
  ENCRYPTING_MINIO,
  type StorageServer,
  send,
  startMinio,
  uniqueName,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import type { Visitor } from '../visitor.ts'

const PATH = '/api/v1/admin/batch-jobs'
const OBJECTS = 12

/** Rotations wait between objects, so that one can be seen while it runs. */
const SLOW = { MINIO_BATCH_KEYROTATION_WORKERS_WAIT: '200ms' }
const given = await withConsole(
  { outboundLoopback: true },
  { minio: { ...ENCRYPTING_MINIO, env: { ...ENCRYPTING_MINIO.env, ...SLOW } } },
)
const other = await startMinio()
afterAll(() => other.stop())

const on = (server: StorageServer, method: string, path: string, headers: Record<string, string> = {}, body = '') =>
  send({ url: server.url, credentials: server.root, method, path, body, headers })
async function keysIn(server: StorageServer, bucket: string): Promise<string[]> {
  const { text } = await on(server, 'GET', `/${bucket}`)
  return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
}

/** A bucket with objects in two folders. */
async function filledBucket(headers: Record<string, string> = {}, objects = OBJECTS): Promise<string> {
  const bucket = uniqueName('photos')
  await on(given.storage, 'PUT', `/${bucket}`)
  for (let index = 0; index < objects; index++) {
    await on(given.storage, 'PUT', `/${bucket}/${index % 2 === 0 ? 'old' : 'new'}/${index}`, headers, 'x'.repeat(100))
  }
  return bucket
}

async function start(user: Visitor, yaml: string): Promise<string> {
  const reply = await user.call('POST', PATH, { json: { yaml } })
  expect(reply.json).toEqual({ id: expect.stringMatching(/^\w+-[\w:-]+$/) })
  return (reply.json as { id: string }).id
}

async function ended(user: Visitor, id: string): Promise<BatchJobProgress['progress']> {
  return await waitUntil('the job has ended', async () => {
    const { progress } = (await user.get(`${PATH}/progress?id=${id}`)).json as BatchJobProgress
    const isOver = (['complete', 'failed'] as JobState[]).includes(progress.state)
    return isOver ? progress : undefined
  })
}

const expireOf = (bucket: string) =>
  `expire:\n  apiVersion: v1\n  bucket: ${bucket}\n  prefix: old/\n  rules:\n    - type: object\n      name: "old/*"\n`

test('expire removes what its rule matches, and nothing else', async () => {
  const [user, bucket] = [await given.user(), await filledBucket()]
  const session = (await user.get('/api/v1/session')).json as { pages: string[]; features: string[] }
  expect(session.features).toContain('batch-jobs')
  expect(session.pages).toContain('/batch-jobs')
  const yaml = expireOf(bucket)
  expect((await user.call('POST', `${PATH}/check`, { json: { yaml } })).json).toEqual({
    type: 'expire',
    findings: [],
    places: [{ role: 'bucket', host: '', bucket, state: 'found', failure: '' }],
  })
  const id = await start(user, yaml)
  expect(await ended(user, id)).toMatchObject({
    state: 'complete',
    objects: OBJECTS / 2,
    failed: 0,
    bytes: null,
    bucket,
  })
  expect(await keysIn(given.storage, bucket)).toEqual(['new/1', 'new/11', 'new/3', 'new/5', 'new/7', 'new/9'])
  const { items } = (await user.get(PATH)).json as { items: BatchJob[] }
  expect(items.find((job) => job.id === id)).toMatchObject({
    type: 'expire',
    user: given.storage.root.accessKey,
    startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    progress: { state: 'complete' },
  })
})

const replicateOf = (bucket: string, secretKey = other.root.secretKey, target = 'copies') => `replicate:
  apiVersion: v1
  source:
    type: minio
    bucket: ${bucket}
  target:
    type: minio
    bucket: ${target}
    endpoint: ${other.url}
    credentials:
      accessKey: ${other.root.accessKey}
      secretKey: ${secretKey}
`

test('replicate copies to a second server, whose keys nobody sees again', async () => {
  const [user, bucket] = [await given.user(), await filledBucket()]
  await on(other, 'PUT', '/copies')
  const check = async (yaml: string) =>
    ((await user.call('POST', `${PATH}/check`, { json: { yaml } })).json as { places: CheckedPlace[] }).places
  const host = new URL(other.url).host
  expect(await check(replicateOf(bucket))).toEqual([
    { role: 'source', host: '', bucket, state: 'found', failure: '' },
    { role: 'target', host, bucket: 'copies', state: 'found', failure: '' },
  ])
  expect((await check(replicateOf(bucket, 'not-the-secret')))[1]).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('refused these keys'),
  })
  expect((await check(replicateOf(bucket, other.root.secretKey, 'absent')))[1]).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('absent'),
  })
  expect((await check(replicateOf('absent-here')))[0]).toMatchObject({ role: 'source', state: 'failed' })

  const id = await start(user, replicateOf(bucket))
  expect(await ended(user, id)).toMatchObject({ state: 'complete', objects: OBJECTS, failed: 0, bytes: OBJECTS * 100 })
  expect(await keysIn(other, 'copies')).toHaveLength(OBJECTS)
  const { yaml } = (await user.get(`${PATH}/definition?id=${id}`)).json as { yaml: string }
  expect(yaml).toContain(`endpoint: ${other.url}`)
  expect(yaml).toContain('**REDACTED**')
  expect(yaml).not.toContain(other.root.secretKey)

  const refused = async (yaml: string) => (await user.call('POST', PATH, { json: { yaml } })).json
  expect(await refused(replicateOf(bucket, 'not-the-secret'))).toMatchObject({ code: 'RemoteKeysRefused' })
  const stranger = replicateOf(bucket).replace(`accessKey: ${other.root.accessKey}`, 'accessKey: a-stranger')
  expect(await refused(stranger)).toMatchObject({ code: 'RemoteKeysRefused' })
  expect(await refused(replicateOf(bucket, other.root.secretKey, 'absent'))).toMatchObject({
    code: 'BatchJobRefused',
    message: expect.stringContaining('target bucket does not exist'),
  })
  expect((await user.get('/api/v1/session')).status).toBe(200)
  expect(given.server.log.join('')).not.toMatch(/not-the-secret/)
})

const KEY = 'cooperage-key'
const OF_KMS = {
  'x-amz-server-side-encryption': 'aws:kms',
  'x-amz-server-side-encryption-aws-kms-key-id': KEY,
}
const rotateOf = (bucket: string, key = KEY) =>
  `keyrotate:\n  apiVersion: v1\n  bucket: ${bucket}\n  encryption:\n    type: sse-kms\n    key: ${key}\n`

test('keyrotate encrypts what is encrypted again, with a key that the KMS has', async () => {
  const user = await given.user()
  const bucket = await filledBucket(OF_KMS)
  await on(given.storage, 'PUT', `/${bucket}/plain`, {}, 'x')
  expect((await user.call('POST', PATH, { json: { yaml: rotateOf(bucket, 'no-such-key') } })).json).toMatchObject({
    code: 'NoSuchKmsKey',
    message: 'The KMS doesn’t have a key named no-such-key.',
  })
  const id = await start(user, rotateOf(bucket))
  expect(await ended(user, id)).toMatchObject({ state: 'complete', objects: OBJECTS, failed: 0 })
  const { headers, text } = await on(given.storage, 'GET', `/${bucket}/new/1`)
  expect(headers['x-amz-server-side-encryption-aws-kms-key-id']).toContain(KEY)
  expect(text).toBe('x'.repeat(100))
  expect((await on(given.storage, 'HEAD', `/${bucket}/plain`)).headers).not.toHaveProperty(
    'x-amz-server-side-encryption',
  )
})

test('a running job has its progress, and is forgotten when it is canceled', async () => {
  const user = await given.user()
  const id = await start(user, rotateOf(await filledBucket(OF_KMS, 100)))
  const running = await waitUntil('the job has come to an object', async () => {
    const { progress } = (await user.get(`${PATH}/progress?id=${id}`)).json as BatchJobProgress
    return progress.objects > 0 ? progress : undefined
  })
  expect(running).toMatchObject({ state: 'running', failed: 0, object: expect.stringMatching(/^new\//) })
  expect((await user.call('DELETE', `${PATH}?id=${id}`)).status).toBe(204)
  await waitUntil('it is forgotten', async () => {
    const { items } = (await user.get(PATH)).json as { items: BatchJob[] }
    return items.every((job) => job.id !== id)
  })
  expect((await user.get(`${PATH}/definition?id=${id}`)).json).toMatchObject({ code: 'NoSuchBatchJob' })
  const { items } = (await user.get(`${PATH}/past`)).json as { items: PastBatchJob[] }
  expect(items).toMatchObject([{ id, type: 'keyrotate', state: 'canceled', endedAt: expect.stringMatching(/Z$/) }])
})

test('each right opens exactly its part', async () => {
  const bucket = await filledBucket()
  const root = await given.user()
  const id = await start(root, expireOf(bucket))
  await ended(root, id)
  const parts = [
    ['admin:ListBatchJobs', 'GET', PATH],
    ['admin:ListBatchJobs', 'GET', `${PATH}/progress?id=${id}`],
    ['admin:ListBatchJobs', 'GET', `${PATH}/past`],
    ['admin:DescribeBatchJob', 'GET', `${PATH}/definition?id=${id}`],
    ['admin:StartBatchJob', 'POST', PATH],
    ['admin:CancelBatchJob', 'DELETE', `${PATH}?id=expire-of-nobody`],
  ] as const
  for (const right of new Set(parts.map(([one]) => one))) {
    const user = given.stranger()
    await user.signIn(await accountsOf(given.storage).allowed(allow([right])))
    expect(((await user.get('/api/v1/session')).json as { pages: string[] }).pages).toContain('/batch-jobs')
    for (const [needed, method, path] of parts) {
      const { status } = await user.call(
        method,
        path,
        method === 'POST' ? { json: { yaml: expireOf(bucket) } } : undefined,
      )
      expect([right, method, path, status < 300]).toEqual([right, method, path, needed === right])
    }
  }
})
