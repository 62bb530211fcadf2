/** Jobs on the server: what each kind does, who sees them, and what their key may do. */

import { createHash } from 'node:crypto'
import type { ServerJob } from '@cooperage/contract'
import { addServiceAccount, StorageEndpoint } from '@cooperage/storage-client'
import { accountsOf, allow, send } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { createJobKey, removeJobKey } from '../../src/jobs/job-keys.ts'
import { kindOf } from '../../src/jobs/kinds/index.ts'
import { REPLICA_WARNING } from '../../src/jobs/open-jobs.ts'
import { newConsoleKeys } from '../../src/shared/console-keys.ts'
import { inAnHour, LISTED, objectStorage } from '../objects/object-storage.ts'
import { startConsole, withConsole } from '../running-console.ts'
import { ended, readJob, startJob, withoutJobKeys } from './job-calls.ts'

const given = await withConsole()
const { request, bucketWith, head, keys, put, remove, text, versions } = objectStorage(given)

test('the total of a job is that of its objects, or of the dry run before it', async () => {
  const { user, bucket } = await bucketWith({ versioning: true })
  for (const key of ['a', 'b', 'f/c']) await put(bucket, key)
  const total = async (spec: Parameters<typeof startJob>[1]) => {
    const job = await startJob(user, spec)
    return [job.total, (await ended(user, job)).done]
  }
  expect(await total({ kind: 'delete', bucket, paths: [{ path: 'a' }, { path: 'b' }] })).toEqual([2, 2])
  const all = { paths: [{ path: '', recursive: true }], as_of: new Date(Date.now() + 60_000).toISOString() }
  expect(await total({ kind: 'undelete', bucket, ...all, expected: 2 })).toEqual([2, 2])
})

test('what is in folders is counted ahead of the work', async () => {
  const { user, bucket } = await bucketWith({ versioning: true })
  for (const key of ['a/1', 'a/2', 'a/2', 'b']) await put(bucket, key)
  const total = async (spec: Parameters<typeof startJob>[1]) => {
    const job = await startJob(user, spec)
    const { total, at_least, done, skipped, failed } = await ended(user, job)
    return [job.total, total, at_least, done + skipped + failed]
  }
  const paths = [{ path: 'b' }, { path: 'missing' }, { path: 'a/', recursive: true }]
  const change = { kind: 'addTags' as const, tags: { k: 'v' } }
  // Single objects are counted without a request, also one that is missing.
  expect(await total({ kind: 'change', bucket, paths, change })).toEqual([0, 4, 0, 3])
  const units = [{ source: 'a/', target: 'c/' }]
  expect(await total({ kind: 'copy', bucket, units })).toEqual([0, 2, 0, 2])
  await put(bucket, 'c/3')
  expect(await total({ kind: 'copy', bucket, units: [{ source: 'c/', target: 'a/' }], existing: 'skip' })).toEqual([
    0, 3, 0, 3,
  ])
  expect(await total({ kind: 'move', bucket, units: [{ source: 'c/', target: 'd/' }] })).toEqual([0, 3, 0, 3])
  expect(await total({ kind: 'delete', bucket, paths })).toEqual([0, 5, 0, 4])
  const below = { paths: [{ path: 'a/', recursive: true }] }
  const later = { ...below, as_of: new Date(Date.now() + 60_000).toISOString() }
  expect(await total({ kind: 'undelete', bucket, ...later })).toEqual([0, 3, 0, 3])
  const versionsLeft = (await versions(bucket)).filter(({ key }) => key.startsWith('a/')).length
  expect(await total({ kind: 'delete', bucket, ...below, all_versions: true })).toEqual([
    0,
    versionsLeft,
    0,
    versionsLeft,
  ])
})

test('deletes folders and objects, and removes its key', async () => {
  const { user, bucket } = await bucketWith()
  for (const key of ['a/1', 'a/b/2', 'a/', 'c', 'd', 'ab']) await put(bucket, key)
  const paths = [{ path: 'c' }, { path: 'missing' }, { path: 'a/', recursive: true }]
  const job = await startJob(user, { kind: 'delete', bucket, paths })
  expect(job).toMatchObject({ first: 'c', items: 3, total: 0, owner: given.storage.root.accessKey })
  const done = await ended(user, job)
  expect(done).toMatchObject({ status: 'done', done: 4, bytes: 4, failed: 0, problem: '', failures: [] })
  expect(done.events.map(({ event }) => event)).toEqual(['created', 'started', 'done'])
  expect(await keys(bucket)).toEqual(['ab', 'd'])
  await withoutJobKeys(user)
})

test('deletes all versions, except locked ones, which it lists', async () => {
  const { user, bucket } = await bucketWith({ locking: true })
  for (const key of ['a/1', 'a/1', 'a/2', 'b']) await put(bucket, key)
  await request({ method: 'DELETE', bucket, key: 'a/2' })
  const hold = '<LegalHold><Status>ON</Status></LegalHold>'
  const held = await put(bucket, 'a/3')
  const headers = { 'content-md5': createHash('md5').update(hold).digest('base64') }
  await request({ method: 'PUT', bucket, key: 'a/3', query: { 'legal-hold': '' }, body: hold, headers })
  const paths = [{ path: 'a/', recursive: true }]
  const job = await startJob(user, { kind: 'delete', bucket, paths, all_versions: true, bypass: true })
  const done = await ended(user, job)
  expect(done).toMatchObject({
    status: 'done',
    done: 4,
    failed: 1,
    failures: [{ path: 'a/3', storageRequestId: expect.stringMatching(/^[0-9A-F]{16}$/) }],
  })
  const left = await versions(bucket)
  expect(left.map(({ key, versionId }) => [key, key === 'a/3' && versionId])).toEqual([
    ['a/3', held],
    ['b', false],
  ])
})

test('copies with tags and metadata to another bucket, and handles existing objects as chosen', async () => {
  const { user, bucket } = await bucketWith()
  const { bucket: other } = await bucketWith()
  await put(bucket, 'a/1', 'new', { 'x-amz-tagging': 'k=v', 'x-amz-meta-m': 'n', 'content-type': 'text/x' })
  await put(bucket, 'a/2', 'new')
  await put(other, 'b/2', 'old')
  const copy = { kind: 'copy' as const, bucket, target_bucket: other, units: [{ source: 'a/', target: 'b/' }] }
  const refused = await ended(user, await startJob(user, copy))
  expect(refused).toMatchObject({ status: 'done', done: 1, bytes: 3, failed: 1, failures: [{ path: 'a/2' }] })
  expect(await head(other, 'b/1')).toMatchObject({
    'x-amz-meta-m': 'n',
    'content-type': 'text/x',
    'x-amz-tagging-count': '1',
  })
  expect(await text(other, 'b/2')).toBe('old')
  expect(await ended(user, await startJob(user, { ...copy, existing: 'skip' }))).toMatchObject({ done: 0, skipped: 2 })
  expect(await ended(user, await startJob(user, { ...copy, existing: 'keep_both' }))).toMatchObject({ done: 2 })
  expect(await ended(user, await startJob(user, { ...copy, existing: 'overwrite' }))).toMatchObject({ done: 2 })
  expect([await text(other, 'b/2'), await keys(other)]).toEqual(['new', ['b/1', 'b/1 (1)', 'b/2', 'b/2 (1)']])
  await withoutJobKeys(user)
})

test('the key of a job that keeps both may write numbered names of single objects', async () => {
  const { user, bucket } = await bucketWith()
  for (const key of ['a/photo.jpg', 'b/photo.jpg']) await put(bucket, key, key)
  const units = [{ source: 'a/photo.jpg', target: 'b/photo.jpg' }]
  const job = await startJob(user, { kind: 'copy', bucket, units, existing: 'keep_both' })
  expect(await ended(user, job)).toMatchObject({ done: 1, failed: 0 })
  expect(await keys(bucket)).toEqual(['a/photo.jpg', 'b/photo (1).jpg', 'b/photo.jpg'])
})

test('a single server permits no copy to or from another one', async () => {
  const { user, bucket } = await bucketWith()
  expect((await user.call('POST', '/api/v1/servers/permits', { json: { bucket } })).outcome).toBe('404 NoOtherServers')
  const job = {
    kind: 'copyToServer',
    bucket,
    server: 'paris',
    target_bucket: bucket,
    units: [{ source: 'a', target: 'b' }],
  }
  const started = await user.call('POST', '/api/v1/jobs/to-server', { json: { job, token: 'made up' } })
  expect(started.outcome).toBe('403 CopyNotPermitted')
  // Nor is one started as an ordinary job, without a permission.
  expect((await user.call('POST', '/api/v1/jobs', { json: job })).json).toMatchObject({ code: 'InvalidInput' })
})

test('moves objects and folders with placeholders', async () => {
  const { user, bucket } = await bucketWith()
  await put(bucket, 'a/', '')
  await put(bucket, 'a/1', 'one')
  await put(bucket, 'c', 'see')
  await put(bucket, 'b/', '')
  const units = [
    { source: 'a/', target: 'b/' },
    { source: 'c', target: 'd' },
  ]
  const done = await ended(user, await startJob(user, { kind: 'move', bucket, units }))
  expect(done).toMatchObject({ status: 'done', done: 3, failed: 0 })
  expect([await keys(bucket), await text(bucket, 'b/1'), await text(bucket, 'd')]).toEqual([
    ['b/', 'b/1', 'd'],
    'one',
    'see',
  ])
})

test('changes tags', async () => {
  const { user, bucket } = await bucketWith()
  await put(bucket, 'a/1', 'x', { 'x-amz-tagging': 'old=1' })
  await put(bucket, 'a/2')
  const paths = [{ path: 'a/', recursive: true }]
  const change = { kind: 'addTags' as const, tags: { new: '2' } }
  expect(await ended(user, await startJob(user, { kind: 'change', bucket, paths, change }))).toMatchObject({ done: 2 })
  const tags = async (key: string) => (await request({ method: 'GET', bucket, key, query: { tagging: '' } })).text
  expect(await tags('a/1')).toMatch(/new.*old/s)
  expect(await tags('a/2')).not.toContain('old')
})

test('does to what a list of a folder shows what it does to objects', async () => {
  const { user, bucket } = await bucketWith()
  for (const key of ['f/', 'f/a1', 'f/a2/x', 'f/b', 'fa', 'f/b2/a']) await put(bucket, key)
  const listOf = (path: string, search: string, deep = false) => [{ path, recursive: true, contents: { search, deep } }]
  const change = { kind: 'addTags' as const, tags: { k: 'v' } }
  const tagged = await startJob(user, { kind: 'change', bucket, paths: listOf('f/', 'A'), change })
  expect(tagged).toMatchObject({ first: 'f/', items: 1, contents: { search: 'A', deep: false } })
  expect(await ended(user, tagged)).toMatchObject({ done: 2, failed: 0 })
  expect(await head(bucket, 'f/a2/x')).toMatchObject({ 'x-amz-tagging-count': '1' })

  const units = [{ source: 'f/', target: 'g/', contents: { search: 'a', deep: true } }]
  const moved = await ended(user, await startJob(user, { kind: 'move', bucket, units }))
  expect(moved).toMatchObject({ status: 'done', done: 3, failed: 0 })
  expect(await keys(bucket)).toEqual(['f/', 'f/b', 'fa', 'g/a1', 'g/a2/x', 'g/b2/a'])

  const emptied = await ended(user, await startJob(user, { kind: 'delete', bucket, paths: listOf('f/', '') }))
  expect(emptied).toMatchObject({ status: 'done', done: 1, failed: 0 })
  const all = [{ source: '', target: 'in/', contents: { search: '', deep: false } }]
  const { bucket: other } = await bucketWith()
  await ended(user, await startJob(user, { kind: 'copy', bucket, target_bucket: other, units: all }))
  expect(await keys(other)).toEqual(['in/f/', 'in/fa', 'in/g/a1', 'in/g/a2/x', 'in/g/b2/a'])
  expect(await ended(user, await startJob(user, { kind: 'delete', bucket, paths: listOf('', '') }))).toMatchObject({
    done: 5,
  })
  expect(await keys(bucket)).toEqual([])
  await withoutJobKeys(user)
})

/** A time after everything that is stored now, and before what is stored next. */
async function momentAfter(bucket: string): Promise<string> {
  const newest = Math.max(...(await versions(bucket)).map(({ lastModified }) => lastModified))
  await expect.poll(() => Date.now(), { interval: 5 }).toBeGreaterThan(newest + 20)
  return new Date(newest + 10).toISOString()
}

const listed = (bucket: string, count: number) =>
  expect.poll(async () => (await versions(bucket)).length, LISTED).toBe(count)

test('restores a bucket to a time, except what changed after the decision', async () => {
  const { user, bucket } = await bucketWith({ versioning: true })
  await put(bucket, 'changed', 'one', { 'x-amz-meta-owner': 'ann', 'x-amz-tagging': 'k=v' })
  for (const key of ['deleted', 'same', 'later']) await put(bucket, key, key)
  const then = await momentAfter(bucket)
  for (const key of ['changed', 'new', 'later']) await put(bucket, key, 'two')
  await remove(bucket, 'deleted')
  await listed(bucket, 8)
  const asOf = await momentAfter(bucket)
  await put(bucket, 'later', 'three')
  await listed(bucket, 9)
  const paths = [{ path: '', recursive: true }]
  const job = await startJob(user, { kind: 'restore', bucket, paths, at: then, as_of: asOf })
  expect(job).toMatchObject({ first: '', items: 1, at: then })
  expect(await ended(user, job)).toMatchObject({ status: 'done', done: 3, skipped: 1, failed: 0, bytes: 10 })
  await expect.poll(() => keys(bucket), LISTED).toEqual(['changed', 'deleted', 'later', 'same'])
  expect([await text(bucket, 'changed'), await text(bucket, 'deleted'), await text(bucket, 'later')]).toEqual([
    'one',
    'deleted',
    'three',
  ])
  expect(await head(bucket, 'changed')).toMatchObject({ 'x-amz-meta-owner': 'ann', 'x-amz-tagging-count': '1' })
  await listed(bucket, 12)
  await withoutJobKeys(user)
})

test('restores deleted objects with permissions for nothing else', async () => {
  const { bucket } = await bucketWith({ versioning: true })
  for (const key of ['f/1', 'f/2', 'g']) {
    await put(bucket, key, key)
    await remove(bucket, key)
  }
  await listed(bucket, 6)
  const asOf = await momentAfter(bucket)
  const user = given.stranger()
  await user.signIn(
    await accountsOf(given.storage).allowed(
      allow(['s3:ListBucketVersions'], bucket),
      allow(['s3:DeleteObject', 's3:DeleteObjectVersion'], `${bucket}/*`),
    ),
  )
  const paths = [{ path: 'f/', recursive: true }]
  const job = await ended(user, await startJob(user, { kind: 'undelete', bucket, paths, as_of: asOf }))
  expect(job).toMatchObject({ status: 'done', done: 2, failed: 0, bytes: 0 })
  await expect.poll(() => keys(bucket), LISTED).toEqual(['f/1', 'f/2'])
  await withoutJobKeys(user)
})

test('deletes noncurrent versions, except locked ones, which it lists', async () => {
  const { user, bucket } = await bucketWith({ locking: true })
  const kept = { 'x-amz-object-lock-mode': 'GOVERNANCE', 'x-amz-object-lock-retain-until-date': inAnHour() }
  const held = await put(bucket, 'f/a', 'held', { 'x-amz-object-lock-legal-hold': 'ON' })
  const retained = await put(bucket, 'f/a', 'kept', kept)
  for (const body of ['old', 'latest']) await put(bucket, 'f/a', body)
  for (const body of ['old', 'latest']) await put(bucket, 'g', body)
  await listed(bucket, 6)
  const paths = [{ path: 'f/', recursive: true }, { path: 'g' }]
  const spec = { kind: 'deleteNoncurrent' as const, bucket, paths, days: 0, as_of: await momentAfter(bucket) }
  const failures = [{ path: 'f/a', message: expect.stringContaining('under retention or legal hold') }]
  const job = await ended(user, await startJob(user, spec))
  expect(job).toMatchObject({ status: 'done', done: 2, failed: 2, failures: [...failures, ...failures] })
  await listed(bucket, 4)
  const left = (await versions(bucket)).map(({ versionId }) => versionId)
  for (const id of [held, retained]) expect(left).toContain(id)
  expect(await ended(user, await startJob(user, { ...spec, bypass: true }))).toMatchObject({ done: 1, failed: 1 })
  await listed(bucket, 3)
  await withoutJobKeys(user)
})

test('retries the failed items of a job once', async () => {
  const { user, bucket } = await bucketWith()
  for (const key of ['a/1', 'a/2', 'b/2']) await put(bucket, key, key)
  const copy = { kind: 'copy' as const, bucket, units: [{ source: 'a/', target: 'b/' }] }
  const job = await ended(user, await startJob(user, copy))
  expect(job).toMatchObject({ done: 1, failed: 1, can_retry: true })
  await remove(bucket, 'b/2')
  const retry = (visit: typeof user) => visit.call('POST', `/api/v1/jobs/${job.id}/retry`)
  const other = given.stranger()
  await other.signIn(await accountsOf(given.storage).allowed(allow(['s3:*'], bucket), allow(['admin:*'])))
  expect((await retry(other)).outcome).toBe('404 NoSuchJob')
  const [first, second] = await Promise.all([retry(user), retry(user)])
  const [started, refused] = first.status === 201 ? [first, second] : [second, first]
  expect(refused.outcome).toBe('409 NothingToRetry')
  expect(started).toMatchObject({ status: 201, json: { kind: 'copy', first: 'a/2', target: 'b/2', items: 1 } })
  const retried = await ended(user, started.json as ServerJob)
  expect(retried).toMatchObject({ status: 'done', done: 1, failed: 0, can_retry: false })
  expect(await text(bucket, 'b/2')).toBe('a/2')
  const before = await readJob(user, job)
  expect([before.can_retry, before.events.at(-1)?.event]).toEqual([false, 'retried'])
  await withoutJobKeys(user)
})

test('refuses what can’t be done, before anything is stored', async () => {
  const { user, bucket } = await bucketWith()
  const inside = { kind: 'copy', bucket, units: [{ source: 'a/', target: 'a/b/' }] }
  expect((await user.call('POST', '/api/v1/jobs', { json: inside })).outcome).toBe('400 InvalidInput')
  const pathless = { kind: 'undelete', bucket, paths: [{ path: '' }], as_of: new Date().toISOString() }
  expect((await user.call('POST', '/api/v1/jobs', { json: pathless })).outcome).toBe('400 InvalidInput')
  const contents = { search: '', deep: false }
  const whole = { path: '', recursive: true, contents }
  const units = [{ source: '', target: 'sub/', contents }]
  for (const json of [
    { kind: 'delete', bucket, paths: [{ path: '', recursive: true }] },
    { kind: 'delete', bucket, paths: [{ ...whole, path: 'object' }] },
    { kind: 'delete', bucket, paths: [{ ...whole, recursive: false }] },
    { kind: 'delete', bucket, paths: [whole], all_versions: true },
    { kind: 'move', bucket, units },
    { kind: 'copy', bucket, units: [{ source: 'a/', target: 'a/', contents: { search: 'x', deep: false } }] },
  ]) {
    const refused = await user.call('POST', '/api/v1/jobs', { json })
    expect([refused.status, refused.json, json]).toMatchObject([400, { code: 'InvalidInput' }, json])
  }
  expect((await user.get('/api/v1/jobs/unknown')).outcome).toBe('404 NoSuchJob')
  await withoutJobKeys(user)
})

test('stops with the reason when the bucket no longer exists', async () => {
  const { user, bucket } = await bucketWith()
  await request({ method: 'DELETE', bucket })
  const job = await ended(
    user,
    await startJob(user, { kind: 'delete', bucket, paths: [{ path: 'a/', recursive: true }] }),
  )
  expect(job).toMatchObject({ status: 'stopped', problem: expect.stringContaining(bucket) })
  await withoutJobKeys(user)
})

test('shows visitors their own jobs, and administrators all', async () => {
  const { user: root, bucket } = await bucketWith()
  await put(bucket, 'a')
  const keysOf = await accountsOf(given.storage).allowed(allow(['s3:*'], bucket, `${bucket}/*`))
  const [user, other] = [given.stranger(), given.stranger()]
  await user.signIn(keysOf)
  await other.signIn(await accountsOf(given.storage).allowed(allow(['s3:*'], bucket)))
  const job = await startJob(user, { kind: 'delete', bucket, paths: [{ path: 'a' }] })
  expect(await ended(user, job)).toMatchObject({ status: 'done', done: 1, owner: keysOf.accessKey })
  await withoutJobKeys(user)
  const ids = async (visit: typeof user, query = '') =>
    ((await visit.get(`/api/v1/jobs${query}`)).json as { id: string }[]).map(({ id }) => id)
  expect(await ids(user)).toEqual([job.id])
  expect(await ids(other)).toEqual([])
  expect(await ids(root)).not.toContain(job.id)
  expect(await ids(root, '?everyone=true')).toContain(job.id)
  expect((await other.get('/api/v1/jobs?everyone=true')).outcome).toBe('403 AccessDenied')
  expect((await other.get(`/api/v1/jobs/${job.id}`)).status).toBe(404)
  const cancel = (visit: typeof user) => visit.call('POST', `/api/v1/jobs/${job.id}`, { json: { action: 'cancel' } })
  expect([(await cancel(other)).status, (await cancel(root)).status]).toEqual([404, 409])
})

test('a job can do no more than its account', async () => {
  const { bucket } = await bucketWith()
  for (const key of ['a/1', 'b/1']) await put(bucket, key)
  const user = given.stranger()
  await user.signIn(
    await accountsOf(given.storage).allowed(
      allow(['s3:ListBucket'], bucket),
      allow(['s3:DeleteObject'], `${bucket}/a/*`),
    ),
  )
  const paths = ['a/', 'b/'].map((path) => ({ path, recursive: true }))
  const job = await ended(user, await startJob(user, { kind: 'delete', bucket, paths }))
  expect(job).toMatchObject({ status: 'done', done: 1, failed: 1, failures: [{ path: 'b/1' }] })
  expect(await keys(bucket)).toEqual(['b/1'])
})

test('says that an account can’t have access keys', async () => {
  const { bucket } = await bucketWith()
  const user = given.stranger()
  await user.signIn(
    await accountsOf(given.storage).allowed(allow(['s3:*'], bucket), {
      Effect: 'Deny',
      Action: ['admin:CreateServiceAccount'],
    }),
  )
  const json = { kind: 'delete', bucket, paths: [{ path: 'a' }] }
  expect((await user.call('POST', '/api/v1/jobs', { json })).outcome).toBe('403 JobKeyRefused')
  expect((await user.get('/api/v1/jobs')).json).toEqual([])
})

test('the key of a job can do nothing else, and removes itself', async () => {
  const { bucket } = await bucketWith()
  const { bucket: other } = await bucketWith()
  for (const key of ['a*/1', 'ab/1']) await put(bucket, key)
  await put(other, 'a*/1')
  const { url, root } = given.storage
  const endpoint = new StorageEndpoint({ url: new URL(url) })
  const jobKeys = newConsoleKeys('JOB')
  const spec = {
    kind: 'delete' as const,
    bucket,
    paths: [{ path: 'a*/', recursive: true }],
    all_versions: false,
    bypass: false,
  }
  const statements = kindOf(spec).statements(spec)
  await createJobKey({ endpoint, credentials: root }, jobKeys, { id: 'x', statements, now: Date.now() })
  const status = async (method: string, key: string, where = bucket, query = {}) =>
    (
      await send({
        url,
        credentials: jobKeys,
        method,
        bucket: where,
        key,
        query,
        ...(method === 'PUT' && { body: 'x' }),
      })
    ).status
  const list = async (prefix: string, where = bucket) =>
    (await send({ url, credentials: jobKeys, method: 'GET', bucket: where, query: { 'list-type': '2', prefix } }))
      .status
  expect([await list('a*/'), await list(''), await list('b'), await list('a*/', other)]).toEqual([200, 403, 403, 403])
  expect([await status('GET', 'a*/1'), await status('PUT', 'a*/2')]).toEqual([403, 403])
  expect([await status('DELETE', 'a*/1', other), await status('DELETE', 'c')]).toEqual([403, 403])
  expect(await status('DELETE', 'a*/1')).toBe(204)
  const admin = async (path: string) =>
    (await send({ url, credentials: jobKeys, method: 'GET', path: `/minio/admin/v3/${path}`, region: '' })).status
  expect([await admin('list-users'), await admin('info')]).toEqual([403, 403])
  const client = { endpoint, credentials: jobKeys }
  const further = { targetUser: undefined, name: '', description: '', expiresAt: undefined, policy: undefined }
  await expect(addServiceAccount(client, { ...further, keys: newConsoleKeys('JOB') })).rejects.toMatchObject({
    code: 'AccessDenied',
  })
  await removeJobKey(client)
  await removeJobKey(client)
  expect(await list('a*/')).toBe(403)
  await endpoint.close()
})

test('a console whose audit log is shared by replicas warns that its jobs are not', async () => {
  const warnings = async (auditStore: 'off' | URL) => {
    const server = await startConsole(given.storage.url, { auditStore })
    await server.stop()
    return server.log.filter((line) => line.includes(REPLICA_WARNING))
  }
  expect(await warnings(new URL('postgres://127.0.0.1:1/unreachable'))).toHaveLength(1)
  expect(await warnings('off')).toEqual([])
})
