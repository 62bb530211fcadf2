/** How replication between two real MinIO servers goes, and what happens while the other one is down or lacks something. */
import type { ReplicationCheck, ReplicationStatus, Unreplicated, WatchedTarget } from '@cooperage/contract'
import { permissionError } from '@cooperage/contract'
import {
  accountsOf,
  allow,
  freePort,
  type StorageServer,
  send,
  startMinio,
  tempFolder,
  uniqueName,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()
let remote: StorageServer
let user: Visitor
let bucket: string

const start = async () => {
  remote = await startMinio({ port, folder: folder.path })
}
const folder = tempFolder('target')
const port = await freePort()
await start()
afterAll(async () => {
  await remote?.stop()
  folder.remove()
})
beforeEach(async () => {
  user = await given.user()
  bucket = uniqueName('watched')
})

const PATIENT = { deadlineMs: 60_000, everyMs: 100 }
const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'

const at = (server: StorageServer, method: string, rest: object = {}) =>
  send({ url: server.url, credentials: server.root, method, bucket, ...rest })
const put = (key: string, body = 'content') => at(given.storage, 'PUT', { key, body })
const setVersioning = (server: StorageServer, status = 'Enabled') =>
  at(server, 'PUT', { query: { versioning: '' }, body: VERSIONED.replace('Enabled', status) })

/** Replicates the bucket to one of the same name. */
async function replicate(json: object = {}): Promise<void> {
  for (const server of [given.storage, remote]) {
    await at(server, 'PUT')
    await setVersioning(server)
  }
  const bucketsRelation = [{ originBucket: bucket, destinationBucket: bucket }]
  const body = { ...remote.root, targetURL: remote.url, bucketsRelation, replicateExistingObjects: true, ...json }
  const made = await user.call('POST', '/api/v1/buckets-replication', { json: body })
  expect(made.json).toMatchObject({ replicationState: [{ errorString: '' }] })
}

const pathOf = (call: string) => `/api/v1/buckets/${bucket}/${call}`
const status = async () => (await user.get(pathOf('replication-status'))).json as ReplicationStatus
async function target(): Promise<WatchedTarget> {
  const [only, ...others] = (await status()).targets
  expect(others).toEqual([])
  if (only === undefined) throw new Error('no target')
  return only
}
const check = async () => (await user.get(pathOf('replication-check'))).json as ReplicationCheck
const list = async (prefix = '') => (await user.get(`${pathOf('unreplicated')}?prefix=${prefix}`)).json as Unreplicated
const listed = async () => (await list()).items.map(({ key, state }) => [key, state])
const retry = async () => {
  const versions = (await list()).items.map(({ key, versionId }) => ({ key, versionId }))
  return await user.call('POST', pathOf('replication-retry'), { json: { versions } })
}
const resync = async (arn: string) => await user.call('POST', pathOf('replication-resync'), { json: { arn } })
const until = (what: string, isTrue: () => Promise<boolean>) => waitUntil(what, isTrue, PATIENT)
const isThere = async (key: string) => (await at(remote, 'HEAD', { key })).status === 200

test('reports what was replicated, the connection, and a healthy target', { timeout: 90_000 }, async () => {
  await replicate({ bandwidth: 200_000_000 })
  expect(await target()).toMatchObject({
    isEnabled: true,
    canResync: true,
    bucket,
    link: { endpoint: new URL(remote.url).host, bandwidthLimit: 200_000_000 },
    counts: { replicated: { count: 0, bytes: 0 }, failed: { count: 0 }, failedLastHour: { count: 0 }, uploadMs: null },
    resync: null,
  })
  await put('a.txt', 'four')
  await until('the copy is counted', async () => (await target()).counts?.replicated.count === 1)
  const { counts, link } = await target()
  expect(counts).toMatchObject({ replicated: { count: 1, bytes: 4 }, failed: { count: 0, bytes: 0 } })
  expect(counts?.uploadMs).toBeGreaterThan(0)
  expect(link?.latencyMs).toBeGreaterThanOrEqual(0)
  expect((await status()).counts).toEqual({ queued: { count: 0, bytes: 0 }, received: { count: 0, bytes: 0 } })
  expect(await check()).toEqual({ problem: '', words: '' })
  expect(await list()).toEqual({ items: [], end: 'all' })
})

test('the target is down, and back: what failed is listed, tried again one by one, and arrives', {
  timeout: 180_000,
}, async () => {
  await replicate()
  await put('before.txt')
  await until('the first copy arrives', () => isThere('before.txt'))
  const { arn } = await target()
  await remote.stop()
  try {
    await put('docs/a.txt')
    await put('docs/b.txt')
    await at(given.storage, 'DELETE', { key: 'before.txt' })
    await until('the failures are counted', async () => (await target()).counts?.failed.count === 2)
    await until('the target counts as offline', async () => (await target()).link?.online === false)
    expect((await target()).counts?.failedLastHour).toMatchObject({ count: 2 })
    await until('all three have failed', async () => (await listed()).every(([, state]) => state === 'failed'))
    expect(await listed()).toEqual([
      ['before.txt', 'failed'],
      ['docs/a.txt', 'failed'],
      ['docs/b.txt', 'failed'],
    ])
    const [marker, first] = (await list()).items
    expect(marker).toMatchObject({ isDeleteMarker: true, targets: [arn] })
    expect(Date.parse(first?.triedAt ?? '')).toBeGreaterThan(0)
    expect((await list('docs/b')).items.map(({ key }) => key)).toEqual(['docs/b.txt'])
    const { host } = new URL(remote.url)
    const unreachable = `The storage server could not reach ${host}. Check the address, the port, the keys and whether it uses TLS.`
    expect(await check()).toMatchObject({ problem: unreachable, words: expect.stringContaining('connection refused') })
    const refused = await resync(arn)
    expect([refused.status, refused.json]).toMatchObject([
      409,
      {
        code: 'BucketResyncRefused',
        message: `The resync of bucket ${bucket} couldn’t be started. Check the target, then try again.`,
        detailedMessage: unreachable,
      },
    ])
  } finally {
    await start()
  }
  await until('the target counts as online', async () => (await target()).link?.online === true)
  // Repeated: the server may still find the target offline when it comes to a version.
  await until('all of it arrives', async () => {
    const { json } = await retry()
    if ((await listed()).length > 0) expect(json).toEqual({ failures: [] })
    return (await listed()).length === 0
  })
  expect([await isThere('docs/a.txt'), await isThere('docs/b.txt'), await isThere('before.txt')]).toEqual([
    true,
    true,
    false,
  ])
  expect(await check()).toEqual({ problem: '', words: '' })
})

test('a resync sends all objects to a target that lost them', { timeout: 120_000 }, async () => {
  await replicate()
  for (const key of ['a.txt', 'b.txt', 'c.txt']) await put(key)
  await until('the copies arrive', () => isThere('c.txt'))
  await until('all are counted', async () => (await target()).counts?.replicated.count === 3)
  const versions = [
    ...(await at(remote, 'GET', { query: { versions: '' } })).text.matchAll(/<Key>(.*?)<.*?<VersionId>(.*?)</g),
  ]
  for (const [, key = '', versionId = ''] of versions) await at(remote, 'DELETE', { key, query: { versionId } })
  expect(await isThere('a.txt')).toBe(false)
  const { arn } = await target()
  expect((await resync(arn)).status).toBe(204)
  await until('the resync is complete', async () => (await target()).resync?.state === 'complete')
  expect((await target()).resync).toMatchObject({
    startedAt: expect.stringMatching(/^\d{4}-/),
    failed: { count: 0, bytes: 0 },
  })
  // Servers lose count of versions that they send at the same time.
  expect((await target()).resync?.replicated.count).toBeGreaterThan(0)
  expect((await target()).resync?.replicated.count).toBeLessThanOrEqual(3)
  for (const key of ['a.txt', 'b.txt', 'c.txt']) expect(await isThere(key)).toBe(true)
})

test('a resync needs a rule with existing objects, and a target of the bucket', async () => {
  await replicate({ replicateExistingObjects: false })
  const { arn, canResync } = await target()
  expect(canResync).toBe(false)
  expect((await resync(arn)).outcome).toBe('409 BucketResyncNeedsExisting')
  expect((await resync(`${arn}-other`)).outcome).toBe('404 NoReplicationTarget')
})

test('lists objects from before a rule that replicates them', async () => {
  await at(given.storage, 'PUT')
  await setVersioning(given.storage)
  await put('before.txt')
  await replicate()
  // The server may have come to it by itself.
  const items = await listed()
  if (items.length > 0) expect(items).toEqual([['before.txt', 'new']])
  await retry()
  await until('it arrives', () => isThere('before.txt'))
})

test('names what is wrong with the bucket of the target', { timeout: 120_000 }, async () => {
  await replicate()
  const { host } = new URL(remote.url)
  await setVersioning(remote, 'Suspended')
  expect((await check()).problem).toBe(
    `The bucket ${bucket} at ${host} isn’t versioned. Turn on versioning there, then try again.`,
  )
  await put('lost.txt')
  await until('it fails', async () => (await target()).counts?.failed.count === 1)
  expect(await listed()).toEqual([['lost.txt', 'failed']])
  expect((await at(remote, 'DELETE')).status).toBe(204)
  expect((await check()).problem).toBe(
    `The bucket ${bucket} doesn’t exist at ${host}, or these keys may not see it. Create it there with versioning, or choose another.`,
  )
  await at(remote, 'PUT')
  await setVersioning(remote)
  expect((await check()).problem).toBe('')
  await until('it arrives', async () => {
    await retry()
    return await isThere('lost.txt')
  })
})

test('a bucket without rules has nothing to report', async () => {
  await at(given.storage, 'PUT')
  expect(await status()).toEqual({ targets: [], counts: null })
  expect((await user.get(pathOf('unreplicated'))).outcome).toBe('404 NoReplicationTarget')
})

test('each part needs its own permission', { timeout: 60_000 }, async () => {
  await replicate()
  const { arn } = await target()
  const reader = visitor(given.server.url)
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['s3:GetReplicationConfiguration'], '*')))
  const seen = (await reader.get(pathOf('replication-status'))).json as ReplicationStatus
  expect(seen.targets).toMatchObject([{ arn, bucket, link: null, counts: { failed: { count: 0 } }, resync: null }])
  expect((await reader.get(pathOf('replication-check'))).json).toEqual({ problem: '', words: '' })
  const denied: [Promise<{ status: number; json: unknown }>, string][] = [
    [reader.get(pathOf('unreplicated')), permissionError('admin:ReplicationDiff')],
    [
      reader.call('POST', pathOf('replication-resync'), { json: { arn } }),
      permissionError('s3:ResetBucketReplicationState', bucket),
    ],
  ]
  for (const [call, message] of denied) {
    const { status, json } = await call
    expect([status, json]).toMatchObject([403, { message }])
  }
  const { headers } = await put('mine.txt')
  const versions = [{ key: 'mine.txt', versionId: headers['x-amz-version-id'] }]
  expect((await reader.call('POST', pathOf('replication-retry'), { json: { versions } })).json).toMatchObject({
    failures: [{ key: 'mine.txt', message: permissionError('s3:GetObjectVersion', `${bucket}/mine.txt`) }],
  })
  const other = visitor(given.server.url)
  await other.signIn(await accountsOf(given.storage).allowed(allow(['s3:ListBucket'], '*')))
  for (const call of ['replication-status', 'replication-check']) {
    const { status, json } = await other.get(pathOf(call))
    expect([status, json]).toMatchObject([403, { message: permissionError('s3:GetReplicationConfiguration', bucket) }])
  }
})
