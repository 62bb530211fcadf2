import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditKind } from '@cooperage/contract'
import { accountsOf, allow, ROUTES, SOCKETS, startTarget, uniqueName } from '@cooperage/testkit'
import { afterAll, expect, test, vi } from 'vitest'
import { startConsole } from './running-console.ts'
import { visitor } from './visitor.ts'

interface Line {
  call: string
  account: string
  [field: string]: unknown
}

const folder = mkdtempSync(join(tmpdir(), 'cooperage-audit-'))
const file = join(folder, 'trail.jsonl')

const storage = await startTarget()
const server = await startConsole(storage.url, { audit: { file } })
const root = visitor(server.url)
await root.signIn(storage.root)

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

test('the address of a chat is in no record, response or log, whether it is accepted or not', async () => {
  const json = { name: 'ops', kind: 'slack', url: 'https://localhost:1/services/T0/B0/hidden-key' }
  const added = await root.call('POST', '/api/v1/alerts/channels', { json })
  expect(added.status).toBe(201)
  const record = await recordOf(added.headers['x-request-id'])
  expect(record.request).toMatchObject({ name: 'ops', kind: 'slack', url: '[redacted]' })
  const url = 'http://169.254.169.254/services/T0/B0/hidden-key'
  const refused = [
    await root.call('POST', '/api/v1/alerts/channels', { json: { ...json, url } }),
    await root.call('POST', '/api/v1/alerts/channels', { json: { ...json, url: 'hooks.example.com/hidden-key' } }),
    await root.call('POST', '/api/v1/alerts/channels', { json: { ...json, unknown: 1 } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
  for (const { headers } of refused) await recordOf(headers['x-request-id'])
  const { id } = added.json as { id: string }
  // The console doesn't connect to its own machine.
  const tested = await root.call('POST', `/api/v1/alerts/channels/${id}/test`)
  expect(tested.json).toMatchObject({ problem: expect.stringContaining('localhost') })
  const texts = [added, tested, ...refused, await root.get('/api/v1/alerts/channels')].map(({ text }) => text)
  expect([readFileSync(file, 'utf8'), server.log.join(''), ...texts].join('\n')).not.toContain('hidden-key')
  expect((await root.call('DELETE', `/api/v1/alerts/channels/${id}`)).status).toBe(204)
})

test('records an administrative call with its account, its target and its outcome', async () => {
  const name = uniqueName('bucket')
  const reply = await root.call('POST', '/api/v1/buckets', { json: { name } })
  expect(await recordOf(reply.headers['x-request-id'])).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    kind: 'change',
    call: 'buckets.create',
    account: storage.root.accessKey,
    address: '127.0.0.1',
    target: {},
    request: expect.objectContaining({ name }),
    outcome: 'done',
    status: 201,
    code: '',
    count: 1,
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

const NOTHING_SECRET = { request: null, target: {}, count: 1 }

test('records who signs in and out, and that others try to', async () => {
  const user = visitor(server.url)
  const signedIn = await user.signIn(storage.root)
  expect(await recordOf(signedIn.headers['x-request-id'])).toMatchObject({
    kind: 'sign-in',
    call: 'session.login',
    account: storage.root.accessKey,
    address: '127.0.0.1',
    outcome: 'done',
    status: 201,
    ...NOTHING_SECRET,
  })
  const typed = { accessKey: uniqueName('nobody'), secretKey: 'typed in vain' }
  // The session of the browser isn't who tries.
  const refused = await user.signIn(typed)
  expect(await recordOf(refused.headers['x-request-id'])).toMatchObject({
    kind: 'sign-in',
    account: '',
    outcome: 'refused',
    code: 'InvalidLogin',
    ...NOTHING_SECRET,
  })
  const signedOut = await user.call('POST', '/api/v1/logout', { json: {} })
  expect(await recordOf(signedOut.headers['x-request-id'])).toMatchObject({
    kind: 'sign-out',
    account: storage.root.accessKey,
    outcome: 'done',
  })
  const text = readFileSync(file, 'utf8')
  for (const secret of [storage.root.secretKey, typed.accessKey, typed.secretKey, ...user.cookies.values()]) {
    expect(text).not.toContain(secret)
  }
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

test('records every call that could change something, and the view that does, except these', () => {
  const declared = [...ROUTES.filter(({ method, audit }) => method !== 'GET' || audit !== 'none'), ...SOCKETS]
  const ids = (kind: AuditKind | 'none') => declared.flatMap(({ id, audit }) => (audit === kind ? [id] : [])).sort()
  expect(ids('none')).toEqual([
    'accessKeys.previewPolicy',
    'account.language',
    'account.table',
    'batchJobs.findings',
    'buckets.summarize',
    'diagnostics.watch',
    'groups.summarize',
    'iamBackup.preview',
    'kms.testKey',
    'logs.deletions',
    'logs.forgetSearch',
    'logs.lastSeen',
    'logs.saveSearch',
    'logs.watchErrors',
    'objects.abortUpload',
    'objects.beginUpload',
    'objects.change',
    'objects.changeVersions',
    'objects.clearRetention',
    'objects.completeUpload',
    'objects.confirmUploads',
    'objects.copy',
    'objects.count',
    'objects.delete',
    'objects.deleteMany',
    'objects.downloadMany',
    'objects.restore',
    'objects.setLegalHold',
    'objects.setRetention',
    'objects.setTags',
    'objects.signDownloads',
    'objects.signUploads',
    'objects.summarize',
    'objects.upload',
    'objects.uploadPart',
    'policies.bucketExposure',
    'policies.check',
    'policies.preview',
    'policies.previewAccessGrants',
    'policies.saves',
    'policies.simulate',
    'policies.summarize',
    'secondFactor.challenge',
    'servers.archivedAccounts',
    'session.hasPermission',
    'session.loginChallenge',
    'session.loginNewAuthenticator',
    'session.loginNewPasskey',
    'session.renew',
    'session.watch',
    'settings.previewImport',
    'supportTools.apiCalls',
    'tenants.checkYaml',
    'tenants.mergeYaml',
    'tenants.watch',
    'trace.watch',
    'watch.bucket',
  ])
  expect(ids('change')).toContain('heal.watch')
  expect(ids('change')).toContain('speedTests.run')
  expect(ids('export')).toEqual(['iamBackup.export', 'settings.export', 'supportTools.inspect'])
  expect(ids('test')).toEqual([
    'alerts.testChannel',
    'batchJobs.check',
    'buckets.external',
    'identityProviders.test',
    'notificationTargets.test',
    'siteReplication.check',
    'tiers.verify',
    'webhooks.test',
  ])
  expect(ids('link')).toEqual(['shareLinks.open', 'shareLinks.unlock', 'shareLinks.upload'])
  expect(ids('sign-out')).toEqual(['session.logout'])
  expect(ids('sign-in')).toEqual([
    'session.login',
    'session.loginConfirmAuthenticator',
    'session.loginConfirmPasskey',
    'session.loginCustomToken',
    'session.loginGarage',
    'session.loginOpenId',
    'session.loginOperator',
    'session.loginSecondFactor',
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
