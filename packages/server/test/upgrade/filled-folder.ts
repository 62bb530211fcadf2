/** A data folder with something of each kind in it, and what is read of one: the same before and after an upgrade. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type RunningEngine, startEngine } from '@cooperage/engine'
import { readConsoleToken } from '@cooperage/engine/console-token'
import {
  addGroupMembers,
  addServiceAccount,
  completeMultipartUpload,
  createBucket,
  createMultipartUpload,
  deleteObject,
  exportConfig,
  getBucketEncryption,
  getBucketLifecycle,
  getBucketPolicy,
  getBucketQuota,
  getBucketTags,
  getBucketVersioning,
  getCannedPolicy,
  getGroup,
  getObject,
  getObjectLegalHold,
  getObjectLock,
  getObjectRetention,
  getObjectTags,
  getServiceAccount,
  listBuckets,
  listGroups,
  listObjectVersions,
  listUsers,
  putBucketEncryption,
  putBucketLifecycle,
  putBucketPolicy,
  putBucketTags,
  putBucketVersioning,
  putCannedPolicy,
  putObject,
  putObjectLegalHold,
  putObjectRetention,
  putObjectTags,
  putUser,
  type StorageClient,
  StorageEndpoint,
  setBucketQuota,
  setConfig,
  setPrincipalPolicies,
  setUserStatus,
  uploadPart,
} from '@cooperage/storage-client'
import { type RunningServer, startServer } from '../../src/index.ts'
import { signedIn, type Visitor } from '../visitor.ts'

const MIB = 1024 ** 2
const FOREVER = Date.parse('2099-01-01T00:00:00Z')
const USER = { accessKey: 'alice', secretKey: 'secret-of-alice' }
const OWN_KEY = { accessKey: 'alice-laptop', secretKey: 'secret-of-the-laptop' }
const POLICY = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
})
const PUBLIC = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: { AWS: ['*'] }, Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::plain/*'] },
  ],
})

export interface OpenFolder {
  engine: RunningEngine
  server: RunningServer
  root: StorageClient
  /** Signed in to the console as root. */
  user: Visitor
  close(): Promise<void>
}

/** Runs an engine and a console on a data folder. @param now of the console, which forgets links and jobs with time */
export async function openFolder(dataDir: string, now: () => number): Promise<OpenFolder> {
  const engine = await startEngine({ dataDir, log: () => undefined })
  const consoleToken = await readConsoleToken(dataDir)
  const server = await startServer({
    storageUrl: new URL(engine.url),
    host: '127.0.0.1',
    port: 0,
    dataDir,
    webRoot: join(dataDir, 'no-page'),
    log: 'silent',
    now,
    ...(consoleToken !== undefined && { consoleToken }),
  })
  const endpoint = new StorageEndpoint({ url: new URL(engine.url) })
  const user = await signedIn(server.url, engine.root)
  return {
    engine,
    server,
    root: { endpoint, credentials: engine.root },
    user,
    async close() {
      await endpoint.close()
      await server.close()
      await engine.close()
    },
  }
}

/** Compressible, and different in each block. */
async function* content(size: number, seed: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += 64 * 1024) {
    yield Buffer.alloc(Math.min(64 * 1024, size - at), `${seed} ${at} `)
  }
}

/** Writes something of each kind. */
export async function fillFolder({ root, user }: OpenFolder): Promise<void> {
  const put = (bucket: string, key: string, size: number, more: Record<string, string> = {}) =>
    putObject(root, bucket, key, { size, bytes: content(size, key) }, 'text/plain', more)

  await createBucket(root, 'plain')
  await put('plain', 'inline', 100, { 'x-amz-meta-color': 'green', 'cache-control': 'no-store' })
  await put('plain', 'folder/in a file', 3 * MIB)
  await put('plain', 'Ünï/ço∂é', 5)
  await put('plain', 'empty', 0)
  await putObjectTags(root, 'plain', 'inline', { kind: 'small' })
  const upload = await createMultipartUpload(root, 'plain', 'in parts', 'video/mp4', { 'x-amz-meta-parts': '2' })
  const parts = []
  for (const [at, size] of [5 * MIB, 1 * MIB].entries()) {
    parts.push(await uploadPart(root, upload, at + 1, { size, bytes: content(size, `part ${at}`) }))
  }
  await completeMultipartUpload(root, upload, parts)
  await putBucketPolicy(root, 'plain', PUBLIC)
  await putBucketTags(root, 'plain', { team: 'storage' })
  await setBucketQuota(root, 'plain', { quota: 1024 ** 3, type: 'hard' })

  await createBucket(root, 'versions')
  await putBucketVersioning(root, 'versions', { status: 'Enabled' })
  await put('versions', 'changed', 10)
  await put('versions', 'changed', 200_000)
  await put('versions', 'deleted', 20)
  await deleteObject(root, 'versions', 'deleted')
  const late = { id: 'late', status: 'Enabled', filter: { prefix: 'logs/', tags: [] }, expiration: { days: 36_000 } }
  await putBucketLifecycle(root, 'versions', { rules: [{ ...late, others: [] }], others: [] })

  await createBucket(root, 'locked', { locking: true })
  await put('locked', 'kept', 50)
  await putObjectRetention(root, 'locked', 'kept', { mode: 'GOVERNANCE', until: FOREVER })
  await putObjectLegalHold(root, 'locked', 'kept', true)

  await createBucket(root, 'encrypted')
  await putBucketEncryption(root, 'encrypted', { algorithm: 'AES256' })
  // What is encrypted can't be compressed.
  await put('encrypted', 'inline', 100)
  await put('encrypted', 'in a file', 20_000)

  await putCannedPolicy(root, 'all-of-s3', POLICY)
  await putUser(root, { name: USER.accessKey, secretKey: USER.secretKey, isEnabled: true })
  await putUser(root, { name: 'bob', secretKey: 'secret-of-bob', isEnabled: true })
  await setUserStatus(root, 'bob', false)
  await addGroupMembers(root, 'team', ['alice', 'bob'])
  await setPrincipalPolicies(root, { kind: 'group', name: 'team' }, ['all-of-s3'])
  await setPrincipalPolicies(root, { kind: 'user', name: 'bob' }, ['readonly'])
  await addServiceAccount(root, {
    targetUser: 'alice',
    keys: OWN_KEY,
    policy: undefined,
    name: 'laptop',
    description: 'of Alice',
    expiresAt: undefined,
  })
  await setConfig(root, 'region', '', { name: 'us-east-1', comment: 'kept' })

  const link = {
    kind: 'download',
    bucket: 'plain',
    path: 'inline',
    version_id: '',
    expiry: new Date(Date.now() + 300 * 24 * 3600_000).toISOString(),
    password: 'a-long-password',
  }
  await expectStatus(201, user.call('POST', '/api/v1/share-links', { json: link }))
  const job = { kind: 'delete', bucket: 'plain', paths: [{ path: 'missing' }] }
  await expectStatus(201, user.call('POST', '/api/v1/jobs', { json: job }))
}

async function expectStatus(expected: number, call: ReturnType<Visitor['call']>): Promise<void> {
  const { status, text } = await call
  if (status !== expected) throw new Error(`${status}: ${text}`)
}

/** Everything that {@link fillFolder} has written, as JSON. Reads all bytes, and uses the secret keys. */
export async function describeFolder({ root, user }: OpenFolder): Promise<unknown> {
  const buckets = await listBuckets(root)
  const groups = await listGroups(root)
  const asUser = (credentials: typeof USER) => listBuckets({ ...root, credentials })
  const jobs = (await user.get('/api/v1/jobs')).json as { id: string; status: string }[]
  return JSON.parse(
    JSON.stringify({
      buckets: await Promise.all(buckets.map(async ({ name }) => [name, await describeBucket(root, name)])),
      users: await listUsers(root),
      groups: await Promise.all(groups.map((name) => getGroup(root, name))),
      policy: await describePolicy(root, 'all-of-s3'),
      serviceAccount: await getServiceAccount(root, OWN_KEY.accessKey),
      asUser: (await asUser(USER)).length,
      asServiceAccount: (await asUser(OWN_KEY)).length,
      config: (await exportConfig(root)).split('\n').filter((line) => /^region/.test(line)),
      links: (await user.get('/api/v1/share-links')).json,
      jobs: jobs.map(({ id, status }) => ({ id, status })),
    }),
  )
}

async function describePolicy(root: StorageClient, policy: string) {
  const { name, document, updatedAt } = await getCannedPolicy(root, policy)
  return { name, document, updatedAt }
}

async function describeBucket(root: StorageClient, bucket: string) {
  const versions = []
  for await (const page of listObjectVersions(root, bucket, {})) versions.push(...page.versions)
  return {
    versioning: await getBucketVersioning(root, bucket),
    policy: await getBucketPolicy(root, bucket),
    tags: await getBucketTags(root, bucket),
    quota: await getBucketQuota(root, bucket),
    encryption: await getBucketEncryption(root, bucket),
    lifecycle: await getBucketLifecycle(root, bucket),
    lock: await getObjectLock(root, bucket),
    versions: await Promise.all(
      versions.map(async (version) => ({
        ...version,
        ...(!version.isDeleteMarker && (await describeVersion(root, bucket, version))),
      })),
    ),
  }
}

async function describeVersion(
  root: StorageClient,
  bucket: string,
  { key, versionId }: { key: string; versionId: string },
) {
  const of = versionId === 'null' ? {} : { versionId }
  const isLocked = bucket === 'locked'
  const { headers, sendTo } = await getObject(root, bucket, key, of)
  const digest = createHash('sha256')
  await sendTo(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        digest.update(chunk)
        done()
      },
    }),
  )
  const kept = /^(content-|cache-control|etag|last-modified|x-amz-(meta-|server-side|version))/
  return {
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => kept.test(name))),
    sha256: digest.digest('hex'),
    tags: await getObjectTags(root, bucket, key, of),
    ...(isLocked && { retention: await getObjectRetention(root, bucket, key, of) }),
    ...(isLocked && { legalHold: await getObjectLegalHold(root, bucket, key, of) }),
  }
}
