import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as contract from '@cooperage/contract'
import { accountsOf, allow, type StorageServer, startTarget, uniqueName } from '@cooperage/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningConsole, startConsole } from './running-console.ts'
import { type Visitor, visitor } from './visitor.ts'

interface Line {
  call: string
  account: string
  [field: string]: unknown
}

const folder = mkdtempSync(join(tmpdir(), 'cooperage-audit-'))
const file = join(folder, 'trail.jsonl')
let storage: StorageServer
let server: RunningConsole
let root: Visitor

beforeAll(async () => {
  storage = await startTarget()
  server = await startConsole(storage.url, { audit: { file } })
  root = visitor(server.url)
  await root.signIn(storage.root)
})

afterAll(async () => {
  await server.stop()
  await storage.stop()
  rmSync(folder, { recursive: true })
})

const lines = () =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

/** Tolerance for a busy machine. */
const PATIENT = { timeout: 20_000 }

/** The record of a call, which is written after the response was sent. */
const recordOf = (requestId: unknown) =>
  vi.waitFor(() => {
    const found = lines().find((line) => line.requestId === requestId)
    if (found === undefined) throw new Error('not written yet')
    return found
  }, PATIENT)

test('records an administrative call with its account, its target and its outcome', async () => {
  const name = uniqueName('bucket')
  const reply = await root.call('POST', '/api/v1/buckets', { json: { name } })
  expect(await recordOf(reply.headers['x-request-id'])).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    call: 'buckets.create',
    account: storage.root.accessKey,
    address: '127.0.0.1',
    target: {},
    request: expect.objectContaining({ name }),
    outcome: 'done',
    status: 201,
    code: '',
    requestId: reply.headers['x-request-id'],
  })
})

test('records calls that the storage server, the console or the validation rejects', async () => {
  const { user, bucket } = await accountWithoutRights()
  const refused = await user.call('DELETE', `/api/v1/buckets/${bucket}`)
  expect(await recordOf(refused.headers['x-request-id'])).toMatchObject({
    call: 'buckets.delete',
    account: user.accessKey,
    target: { bucket },
    outcome: 'refused',
    status: 403,
    code: 'AccessDenied',
  })
  const wrong = await root.call('POST', '/api/v1/buckets', { json: { name: 7, secretKey: 'typed in the wrong place' } })
  expect(await recordOf(wrong.headers['x-request-id'])).toMatchObject({
    request: { name: 7, secretKey: '[redacted]' },
    status: 400,
    code: 'InvalidInput',
  })
  const anonymous = await visitor(server.url).call('DELETE', `/api/v1/buckets/${bucket}`)
  expect(await recordOf(anonymous.headers['x-request-id'])).toMatchObject({
    account: '',
    outcome: 'refused',
    status: 401,
    code: 'NotLoggedIn',
  })
})

test('records who created and revoked a share link, without its password and address', async () => {
  const expiry = new Date(Date.now() + 3600_000).toISOString()
  const limits = { max_uses: 1, max_bytes: 1 }
  const json = { kind: 'upload', bucket: 'nobody', path: 'in/', expiry, password: 'correct horse', ...limits }
  const created = await root.call('POST', '/api/v1/share-links', { json })
  expect(await recordOf(created.headers['x-request-id'])).toMatchObject({
    call: 'shareLinks.create',
    request: { bucket: 'nobody', password: '[redacted]' },
    outcome: 'done',
  })
  const { link, address } = created.json as { link: { id: string }; address: string }
  const revoked = await root.call('POST', '/api/v1/share-links/revoke', { json: { ids: [link.id] } })
  expect(await recordOf(revoked.headers['x-request-id'])).toMatchObject({
    call: 'shareLinks.revoke',
    request: { ids: [link.id] },
  })
  expect(readFileSync(file, 'utf8')).not.toContain(address.slice(2))
})

test('records who started, controlled and retried a job on the server', async () => {
  const json = { kind: 'undelete', bucket: 'nobody', paths: [{ path: 'a' }], as_of: new Date().toISOString() }
  const created = await root.call('POST', '/api/v1/jobs', { json })
  expect(await recordOf(created.headers['x-request-id'])).toMatchObject({
    call: 'jobs.create',
    request: { kind: 'undelete', bucket: 'nobody' },
    outcome: 'done',
  })
  const { id } = created.json as { id: string }
  const canceled = await root.call('POST', `/api/v1/jobs/${id}`, { json: { action: 'cancel' } })
  expect(await recordOf(canceled.headers['x-request-id'])).toMatchObject({
    call: 'jobs.control',
    target: { id },
    request: { action: 'cancel' },
  })
  const retried = await root.call('POST', `/api/v1/jobs/${id}/retry`)
  expect(await recordOf(retried.headers['x-request-id'])).toMatchObject({
    call: 'jobs.retry',
    target: { id },
    outcome: 'refused',
    code: 'NothingToRetry',
  })
})

test('does not record reading, uploading and permission checks', async () => {
  const bucket = uniqueName('bucket')
  await root.call('POST', '/api/v1/buckets', { json: { name: bucket } })
  const before = lines().length
  await root.get('/api/v1/buckets')
  await root.call('POST', '/api/v1/has-permission', { json: { actions: [] } })
  await root.call('POST', `/api/v1/buckets/${bucket}/objects/upload`, {
    form: [{ name: '1', fileName: 'a', content: 'a' }],
  })
  const last = await root.call('DELETE', `/api/v1/buckets/${bucket}`)
  await recordOf(last.headers['x-request-id'])
  const since = lines().slice(before)
  expect(since.filter(({ call }) => call !== 'buckets.create').map(({ call }) => call)).toEqual(['buckets.delete'])
})

test('the audit log is readable only by its owner', () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('does not start if the audit file cannot be written', async () => {
  await expect(startConsole(storage.url, { audit: { file: join(folder, 'missing', 'trail') } })).rejects.toThrow(
    'ENOENT',
  )
})

test('without a file writes records to the log, and with off none', async () => {
  for (const [audit, expected] of [
    ['log', ['buckets.delete']],
    ['off', []],
  ] as const) {
    const other = await startConsole(storage.url, { audit })
    await visitor(other.url).call('DELETE', '/api/v1/buckets/nobody')
    const audited = () =>
      other.log.map((line) => JSON.parse(line) as { audit?: Line }).flatMap((line) => line.audit?.call ?? [])
    await vi.waitFor(() => expect(other.log.join('')).toContain('"route":"/api/v1/buckets/:bucket"'), PATIENT)
    await other.stop()
    expect(audited()).toEqual(expected)
  }
})

test('treats every changing call as administrative, except these', () => {
  const routes = Object.values(contract).filter(
    (value): value is typeof contract.listBuckets =>
      typeof value === 'object' && value !== null && 'administrative' in value,
  )
  const others = routes.filter(({ method, administrative }) => method !== 'GET' && !administrative).map(({ id }) => id)
  expect(others.sort()).toEqual([
    'accessKeys.previewPolicy',
    'iamBackup.preview',
    'identityProviders.test',
    'objects.abortUpload',
    'objects.beginUpload',
    'objects.change',
    'objects.changeVersions',
    'objects.clearRetention',
    'objects.completeUpload',
    'objects.copy',
    'objects.delete',
    'objects.deleteMany',
    'objects.downloadMany',
    'objects.restore',
    'objects.setLegalHold',
    'objects.setRetention',
    'objects.setTags',
    'objects.upload',
    'objects.uploadPart',
    'policies.bucketExposure',
    'policies.check',
    'policies.preview',
    'policies.simulate',
    'session.hasPermission',
    'session.login',
    'session.loginCustomToken',
    'session.loginOpenId',
    'session.loginOperator',
    'session.logout',
    'session.renew',
    'settings.previewImport',
    'shareLinks.unlock',
    'shareLinks.upload',
    'tenants.checkYaml',
    'tiers.verify',
  ])
})

async function accountWithoutRights() {
  const bucket = uniqueName('bucket')
  await root.call('POST', '/api/v1/buckets', { json: { name: bucket } })
  const keys = await accountsOf(storage).allowed(allow(['s3:ListBucket'], bucket))
  const user = visitor(server.url)
  await user.signIn(keys)
  return { user: Object.assign(user, { accessKey: keys.accessKey }), bucket }
}
