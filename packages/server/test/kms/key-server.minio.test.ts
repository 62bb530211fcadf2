/** A MinIO whose keys are in a key server of its own, which speaks the protocol of KES: the stand-in of the testkit. */
import type { KmsMetrics } from '@cooperage/contract'
import { TestKeyServer, uniqueName } from '@cooperage/testkit'
import { afterAll, afterEach, expect, test } from 'vitest'
import { auditedIn, withConsole } from '../running-console.ts'

const keyServer = await new TestKeyServer().up()
const { defaultKey } = keyServer
const given = await withConsole({}, { minio: { env: keyServer.minioEnv } })
afterAll(() => keyServer.stop())
afterEach(() => {
  keyServer.denied.clear()
  keyServer.isWithoutStore = false
})

const BYTES = Buffer.alloc(32, 7).toString('base64')

async function kms() {
  const user = await given.user()
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, json?: object) => {
    const reply = await user.call(method, `/api/v1/kms/${path}`, json && { json })
    return reply.text === '' ? reply.outcome : (reply.json as { code?: string })
  }
  return { user, call, read: (path: string) => call('GET', path) }
}

/** The calls, and a new bucket that encrypts with a key and has an object, `a.txt`. */
async function withEncryptedBucket(key: string) {
  const calls = await kms()
  const { user } = calls
  const name = uniqueName('bucket')
  const bucket = `/api/v1/buckets/${name}`
  const enable = () => user.call('POST', `${bucket}/encryption/enable`, { json: { encType: 'sse-kms', kmsKeyID: key } })
  const upload = () =>
    user.call('POST', `${bucket}/objects/upload`, { form: [{ name: 'file', fileName: 'a.txt', content: 'hello' }] })
  const download = () => user.get(`${bucket}/objects/download?prefix=a.txt`)
  expect((await user.call('POST', '/api/v1/buckets', { json: { name } })).outcome).toBe('201')
  expect((await enable()).outcome).toBe('204')
  expect((await upload()).outcome).toBe('200')
  return { ...calls, bucket: name, enable, upload, download }
}

test('has the status, the version, the API and the metrics of the key server', async () => {
  const { read } = await kms()
  expect(await read('status')).toEqual({
    name: 'MinIO KES',
    isBuiltIn: false,
    defaultKey,
    endpoints: [{ endpoint: keyServer.url, state: 'online' }],
  })
  expect(await read('version')).toEqual({ version: 'stand-in' })
  expect(await read('apis')).toMatchObject({
    items: expect.arrayContaining([{ method: 'POST', path: '/v1/key/create' }]),
  })
  expect(((await read('metrics')) as KmsMetrics).succeeded).toBeGreaterThan(0)
})

test('creates keys, lists them by a pattern and tests them', async () => {
  const { call, read } = await kms()
  for (const key of ['app-1', 'app-2-old', 'other']) expect(await call('POST', 'keys', { key })).toBe('201')
  expect(await call('POST', 'keys', { key: 'app-1' })).toMatchObject({ code: 'KmsKeyExists' })
  const names = async (pattern: string) =>
    ((await read(`key-list?pattern=${pattern}`)) as { items: { name: string }[] }).items.map(({ name }) => name)
  expect(await names('*')).toEqual(keyServer.keys)
  expect(await names('app*')).toEqual(['app-1', 'app-2-old'])
  expect(await names('app*old')).toEqual(['app-2-old'])
  expect(await names('app-1')).toEqual(['app-1'])
  expect(await call('POST', 'keys/app-1/test')).toEqual({ encryptionError: '', decryptionError: '' })
  expect(await call('POST', 'keys/ghost/test')).toMatchObject({
    encryptionError: 'key with given key ID does not exist',
  })
})

test('names the buckets that encrypt with a key', async () => {
  await (await kms()).call('POST', 'keys', { key: 'for-bucket' })
  const { call, bucket, download } = await withEncryptedBucket('for-bucket')
  expect(await call('GET', 'keys/for-bucket/buckets')).toEqual({ buckets: [bucket], unread: [], left: 0 })
  expect(await call('GET', `keys/${defaultKey}/buckets`)).toMatchObject({ buckets: [] })
  expect((await download()).text).toBe('hello')
})

test('MinIO has no calls to import and delete keys, and nothing of an imported key is recorded', async () => {
  const { call } = await kms()
  expect(await call('POST', 'keys/mine/import', { bytes: BYTES })).toMatchObject({ code: 'NotInThisSetup' })
  expect(await call('DELETE', `keys/${defaultKey}`)).toMatchObject({ code: 'NotInThisSetup' })
  expect(keyServer.keys).toContain(defaultKey)
  const record = auditedIn(given.server).find((one) => one.call === 'kms.importKey')
  expect(record).toMatchObject({ target: { key: 'mine' }, request: { bytes: '[redacted]' } })
  expect(given.server.log.join('')).not.toContain(BYTES)
})

test('what the key server denies to MinIO is said in its words', async () => {
  const { call, read } = await kms()
  for (const [path, method, ours, json] of [
    ['/v1/status', 'GET', 'status', undefined],
    ['/version', 'GET', 'version', undefined],
    ['/v1/api', 'GET', 'apis', undefined],
    ['/v1/key/list', 'GET', 'key-list?pattern=*', undefined],
    ['/v1/key/create', 'POST', 'keys', { key: 'denied-key' }],
  ] as const) {
    keyServer.denied.add(path)
    const refused = await call(method, ours, json)
    expect([path, refused]).toMatchObject([
      path,
      { code: 'KmsRefused', message: expect.stringMatching(/insufficient permissions/) },
    ])
  }
  keyServer.denied.add('/v1/key/decrypt')
  expect(await call('POST', `keys/${defaultKey}/test`)).toEqual({
    encryptionError: '',
    decryptionError: 'insufficient permissions to perform KMS operation',
  })
  expect(await read('metrics')).toMatchObject({ succeeded: expect.any(Number) })
})

test('a key server that is down is offline, and everything works again once it is back', async () => {
  const { call, enable, upload, download } = await withEncryptedBucket(defaultKey)
  await keyServer.down()
  expect(await call('GET', 'status')).toMatchObject({ endpoints: [{ endpoint: keyServer.url, state: 'offline' }] })
  const calls = [
    ['GET', 'version', undefined],
    ['GET', 'apis', undefined],
    ['GET', 'key-list?pattern=*', undefined],
    ['POST', 'keys', { key: 'late' }],
    ['POST', `keys/${defaultKey}/test`, undefined],
  ] as const
  const failed = await Promise.all(calls.map(([method, path, json]) => call(method, path, json)))
  expect(failed).toMatchObject(calls.map(() => ({ code: 'KmsUnreachable' })))
  expect(JSON.stringify(failed)).not.toContain('127.0.0.1')
  for (const reply of await Promise.all([enable(), upload(), download()])) {
    expect(reply.outcome).toBe('502 KmsUnreachable')
  }
  await keyServer.up()
  expect(await call('GET', 'status')).toMatchObject({ endpoints: [{ endpoint: keyServer.url, state: 'online' }] })
  expect(await call('POST', 'keys', { key: 'late' })).toBe('201')
  expect(await call('POST', `keys/${defaultKey}/test`)).toEqual({ encryptionError: '', decryptionError: '' })
  expect((await download()).text).toBe('hello')
})

test('a key server that is up and has no key store is online, and gives no keys', async () => {
  const { call, enable, upload, download } = await withEncryptedBucket(defaultKey)
  keyServer.isWithoutStore = true
  expect(await call('GET', 'status')).toMatchObject({ endpoints: [{ endpoint: keyServer.url, state: 'online' }] })
  for (const reply of await Promise.all([enable(), upload(), download()])) {
    expect(reply.outcome).toBe('502 KmsUnreachable')
    expect((reply.json as { message: string }).message).toMatch(/^The storage server didn’t get a key from its KMS\./)
  }
  const words = expect.stringContaining('key store is offline')
  for (const [method, path, json] of [
    ['POST', 'keys', { key: 'late' }],
    ['GET', 'key-list?pattern=*', undefined],
  ] as const) {
    expect(await call(method, path, json)).toMatchObject({ code: 'KmsRefused', message: words })
  }
  expect(await call('POST', `keys/${defaultKey}/test`)).toEqual({ encryptionError: words, decryptionError: '' })
  keyServer.isWithoutStore = false
  expect((await download()).text).toBe('hello')
})
