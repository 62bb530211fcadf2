/** What the console's page of a bucket's replication relies on, of two real MinIO servers. */
import { type StorageServer, send, startMinio, waitUntil } from '@cooperage/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin } from './iam-calls.ts'

const BUCKET = 'photos'
const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
const PATIENT = { deadlineMs: 30_000, everyMs: 100 }

let here: StorageServer
let there: StorageServer
let arn: string
beforeAll(async () => {
  ;[here, there] = await Promise.all([startMinio(), startMinio()])
  for (const server of [here, there]) {
    await s3(server, 'PUT')
    await s3(server, 'PUT', { query: { versioning: '' }, body: VERSIONED })
  }
  await s3(here, 'PUT', { key: 'before', body: 'old' })
})
afterAll(() => Promise.all([here?.stop(), there?.stop()]))

const s3 = (server: StorageServer, method: string, rest: object = {}) =>
  send({ url: server.url, credentials: server.root, method, bucket: BUCKET, ...rest })
/** A stream of JSON documents, one a line. */
const stream = (method: string, call: string, query: Record<string, string> = {}) =>
  send({
    url: here.url,
    credentials: here.root,
    method,
    path: `/minio/admin/v3/replication/${call}`,
    query: { bucket: BUCKET, ...query },
    region: '',
  })
const diff = async (query: Record<string, string> = {}) =>
  (await stream('POST', 'diff', query)).text
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as Record<string, unknown>]))
const metrics = async () => JSON.parse((await s3(here, 'GET', { query: { 'replication-metrics': '2' } })).text)

/** Returns its ARN. */
async function setTarget(): Promise<string> {
  const target = {
    sourcebucket: BUCKET,
    endpoint: new URL(there.url).host,
    credentials: there.root,
    targetbucket: BUCKET,
    api: 's3v4',
    type: 'replication',
  }
  const query = { bucket: BUCKET }
  return JSON.parse((await admin('PUT', 'set-remote-target', { query, encrypted: target, on: here })).text)
}

test('without rules each call says so in its own way', async () => {
  const none = '404 ReplicationConfigurationNotFoundError'
  for (const call of ['replication-metrics', 'replication-check', 'replication-reset-status']) {
    expect((await s3(here, 'GET', { query: { [call]: '' } })).outcome).toBe(none)
  }
  const noTarget = '404 XMinioAdminRemoteTargetNotFoundError'
  expect((await stream('POST', 'diff')).outcome).toBe(noTarget)
})

test('a version from before a rule for existing objects has no status', async () => {
  arn = await setTarget()
  const rule = `<Rule><ID>all</ID><Priority>1</Priority><Status>Enabled</Status><DeleteMarkerReplication><Status>Enabled</Status></DeleteMarkerReplication><Filter><Prefix></Prefix></Filter><Destination><Bucket>${arn}</Bucket></Destination><ExistingObjectReplication><Status>Enabled</Status></ExistingObjectReplication></Rule>`
  const body = `<ReplicationConfiguration><Role></Role>${rule}</ReplicationConfiguration>`
  expect((await s3(here, 'PUT', { query: { replication: '' }, body })).status).toBe(200)
  const [version, ...others] = await diff()
  expect(others).toEqual([])
  expect(version).toMatchObject({ object: 'before', versionId: expect.any(String), deletemarker: false })
  expect(version).not.toHaveProperty('rStatus')
})

test('metrics are counted for each target, once something was sent', async () => {
  expect((await metrics()).currStats).toMatchObject({ queued: { curr: { count: 0, bytes: 0 } }, replicaCount: 0 })
  await s3(here, 'PUT', { key: 'a', body: 'four' })
  const counted = await waitUntil(
    'it is counted',
    async () => (await metrics()).currStats.Stats?.[arn] ?? false,
    PATIENT,
  )
  expect(counted).toMatchObject({
    completedReplicationSize: 4,
    replicationCount: 1,
    failed: { lastHour: { count: 0, bytes: 0 }, totals: { count: 0, bytes: 0 } },
    replicationLatency: { UploadHistogram: expect.any(Array) },
    limitInBits: 0,
    currentBandwidth: expect.any(Number),
  })
})

test('a check tests the target, and says nothing if all is well', async () => {
  const check = () => s3(here, 'GET', { query: { 'replication-check': '' } })
  expect(await check()).toMatchObject({ status: 200, text: '' })
  await s3(there, 'PUT', { query: { versioning: '' }, body: VERSIONED.replace('Enabled', 'Suspended') })
  expect((await check()).outcome).toBe('400 RemoteTargetNotVersionedError')
})

test('what failed is listed, and queued again by a HEAD of the version', async () => {
  await s3(here, 'PUT', { key: 'late', body: 'lost' })
  const failed = async () => (await diff()).filter(({ rStatus }) => rStatus === 'FAILED')
  await waitUntil('it fails', async () => (await failed()).length === 1, PATIENT)
  expect(await failed()).toMatchObject([
    {
      object: 'late',
      deletemarker: false,
      targets: { [arn]: { rStatus: 'FAILED' } },
      lastModified: expect.any(String),
    },
  ])
  expect(await diff({ prefix: 'la' })).toMatchObject([{ object: 'late' }])
  // The file of what is tried again is written every 5 minutes, and without the reasons.
  expect(await stream('GET', 'mrf')).toMatchObject({ status: 200, text: '' })
  await s3(there, 'PUT', { query: { versioning: '' }, body: VERSIONED })
  const [version] = await failed()
  expect((await s3(here, 'HEAD', { key: 'late', query: { versionId: version?.versionId } })).status).toBe(200)
  await waitUntil('it arrives', async () => (await failed()).length === 0, PATIENT)
  expect((await s3(there, 'HEAD', { key: 'late' })).status).toBe(200)
})

test('a resync is started for a target, and reports its progress', async () => {
  const reset = (query: object) => s3(here, 'PUT', { query: { 'replication-reset': '', ...query } })
  expect((await reset({ arn: `${arn}-other` })).outcome).toBe('404 XMinioAdminRemoteTargetNotFoundError')
  const started = JSON.parse((await reset({ arn })).text)
  const { resetid } = started.target[0]
  expect(started).toMatchObject({ target: [{ arn, resetid: expect.any(String) }] })
  const progress = async () =>
    JSON.parse((await s3(here, 'GET', { query: { 'replication-reset-status': '', arn } })).text).target[0]
  await waitUntil('it is done', async () => (await progress()).resyncStatus === 'Completed', PATIENT)
  expect(await progress()).toMatchObject({
    arn,
    resetid,
    startTime: expect.any(String),
    endTime: expect.any(String),
    replicationCount: expect.any(Number),
    failedReplicationCount: 0,
  })
})

test('a target is removed unless a rule uses it, and with the rules', async () => {
  const remove = async (one: string) =>
    (await admin('DELETE', 'remove-remote-target', { query: { bucket: BUCKET, arn: one }, on: here })).outcome
  const targets = async () => {
    const query = { bucket: BUCKET, type: 'replication' }
    return (await admin('GET', 'list-remote-targets', { query, on: here })).json
  }
  expect(await remove(arn)).toBe('400 XMinioAdminRemoteRemoveDisallowed')
  expect(await targets()).toMatchObject([{ arn, targetbucket: BUCKET }])
  expect((await s3(here, 'DELETE', { query: { replication: '' } })).status).toBe(200)
  expect(await targets()).toBeNull()
  expect(await remove(arn)).toBe('404 XMinioAdminRemoteTargetNotFoundError')
  const other = await setTarget()
  expect(await targets()).toMatchObject([{ arn: other }])
  expect(await remove(other)).toBe('204')
  expect(await targets()).toBeNull()
})
