/** A server without a KMS, and scripted ones: with calls that MinIO no longer has, and with odd answers. */
import { allow } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { accountDocument, aliceAt, scriptedStorage, stsKeys } from '../scripted-storage.ts'

const given = await withConsole()
const BYTES = Buffer.alloc(32, 7).toString('base64')

test('each call says that the server has no KMS, or not this call', async () => {
  const user = await given.user()
  const session = (await user.get('/api/v1/session')).json as { pages: string[]; features: string[] }
  expect(session.pages).toEqual(expect.arrayContaining(['/kms/status', '/kms/keys', '/kms/import']))
  expect(session.features.includes('kms')).toBe(given.storage.kind === 'minio')
  for (const [method, path, json, feature] of [
    ['GET', 'status', undefined, 'a key management service (KMS)'],
    ['GET', 'version', undefined, 'a key management service (KMS)'],
    ['GET', 'metrics', undefined, 'a key management service (KMS)'],
    ['GET', 'apis', undefined, 'a key management service (KMS)'],
    ['GET', 'key-list', undefined, 'a key management service (KMS)'],
    ['POST', 'keys', { key: 'new' }, 'a key management service (KMS)'],
    ['POST', 'keys/new/test', undefined, 'a key management service (KMS)'],
    ['POST', 'keys/new/import', { bytes: BYTES }, 'importing keys into its KMS'],
    ['DELETE', 'keys/new', undefined, 'deleting keys of its KMS'],
  ] as const) {
    const reply = await user.call(method, `/api/v1/kms/${path}`, json && { json })
    expect([path, reply.status]).toEqual([path, 501])
    expect(reply.json).toMatchObject({
      message: `The storage server doesn’t support ${feature}.`,
      // With its key, so that a page can say it in another language.
      parameters: { feature: { key: expect.stringMatching(/^feature:/), text: feature } },
    })
  }
})

test.each([
  ['POST', 'keys', { key: '' }],
  ['POST', 'keys', { key: 'a/b' }],
  ['POST', 'keys', { key: 'x'.repeat(81) }],
  ['POST', 'keys/new/import', { bytes: 'short' }],
  ['POST', 'keys/new/import', { bytes: Buffer.alloc(31).toString('base64') }],
  ['GET', `key-list?pattern=${'x'.repeat(257)}`, undefined],
] as const)('refuses %s %s %j', async (method, path, json) => {
  const { status } = await (await given.user()).call(method, `/api/v1/kms/${path}`, json && { json })
  expect(status).toBe(400)
})

interface Answer {
  status?: number
  body?: unknown
}

/** A visitor of a console whose storage server gives these answers to calls for keys, and what was called. */
async function scripted(answers: Readonly<Record<string, Answer>>) {
  const calls: { call: string; body: Buffer }[] = []
  const storage = await scriptedStorage(({ method, url = '' }, response, body) => {
    const { pathname, search } = new URL(url, 'http://storage')
    if (method === 'POST' && pathname === '/') return response.end(stsKeys())
    if (pathname.endsWith('/accountinfo'))
      return response.end(
        accountDocument({
          Version: '2012-10-17',
          Statement: [allow(['admin:*']), { Effect: 'Allow', Action: ['kms:*'] }],
        }),
      )
    const call = `${method} ${pathname.replace('/minio/kms/v1/', '')}${decodeURIComponent(search)}`
    calls.push({ call, body: Buffer.from(body) })
    const { status = 200, body: said = '' } = answers[call] ?? answers[call.replace(/\?.*/, '')] ?? {}
    response.writeHead(status).end(typeof said === 'string' ? said : JSON.stringify(said))
  })
  const user = await aliceAt(storage)
  return { user, calls }
}

test('odd and missing fields are read', async () => {
  const { user } = await scripted({
    'GET status': { body: { endpoints: { 'https://kes:7373': 3, other: 'offline' } } },
    'GET version': { body: null },
    'GET metrics': { body: { kms_req_success: 'many', kms_resp_time: { x: 1, 1e9: 4, 1e7: 2 } } },
    'GET apis': { body: [{ Method: 'GET', Path: '/version' }, { method: 'PUT', path: '/v1/key' }, 7] },
    'GET key/list': {
      body: [{ name: 'b', createdAt: '2026-01-02T00:00:00Z' }, { name: '' }, null, { name: 'a', createdAt: 'x' }],
    },
  })
  const read = async (path: string) => (await user.get(`/api/v1/kms/${path}`)).json
  expect(await read('status')).toEqual({
    name: '',
    isBuiltIn: false,
    defaultKey: '',
    endpoints: [
      { endpoint: 'https://kes:7373', state: '' },
      { endpoint: 'other', state: 'offline' },
    ],
  })
  expect(await read('version')).toEqual({ version: '' })
  expect(await read('metrics')).toEqual({
    ...{ succeeded: 0, refused: 0, failed: 0 },
    latencies: [
      { upToMs: 10, count: 2 },
      { upToMs: 1000, count: 4 },
    ],
  })
  expect(await read('apis')).toEqual({
    items: [
      { method: 'GET', path: '/version' },
      { method: 'PUT', path: '/v1/key' },
      { method: '', path: '' },
    ],
  })
  expect(await read('key-list')).toEqual({
    items: [
      { name: 'a', createdAt: '', createdBy: '' },
      { name: 'b', createdAt: '2026-01-02T00:00:00.000Z', createdBy: '' },
    ],
  })
})

test('a pattern finds keys at servers that take it for a pattern, and at those that take it for a beginning', async () => {
  const names = ['app', 'app-1', 'app-2-old', 'other']
  const ofPattern = { body: names.slice(0, 3).map((name) => ({ name })) }
  const early = await scripted({ 'GET key/list?pattern=app*': ofPattern, 'GET key/list': { body: [] } })
  const late = await scripted({ 'GET key/list?pattern=app': ofPattern, 'GET key/list': { body: [] } })
  const found = async ({ user }: typeof early, pattern: string) => {
    const { json } = await user.get(`/api/v1/kms/key-list?pattern=${encodeURIComponent(pattern)}`)
    return (json as { items: { name: string }[] }).items.map(({ name }) => name)
  }
  expect(await found(early, 'app*')).toEqual(['app', 'app-1', 'app-2-old'])
  expect(await found(late, 'app*')).toEqual(['app', 'app-1', 'app-2-old'])
  expect(await found(late, 'app*old')).toEqual(['app-2-old'])
  expect(await found(late, 'app*-*')).toEqual(['app-1', 'app-2-old'])
  expect(await found(late, 'app')).toEqual(['app'])
})

test('a replay of an earlier server imports and deletes keys', async () => {
  const { user, calls } = await scripted({})
  expect((await user.call('POST', '/api/v1/kms/keys/mine/import', { json: { bytes: BYTES } })).status).toBe(201)
  expect((await user.call('DELETE', '/api/v1/kms/keys/mine')).status).toBe(204)
  expect(calls.map(({ call }) => call)).toEqual(['POST key/import?key-id=mine', 'DELETE key/delete?key-id=mine'])
  expect(calls[0]?.body).toEqual(Buffer.alloc(32, 7))
})

const inner = (message: string) => ({
  status: 500,
  body: { Code: 'InternalError', Message: `We encountered an internal error, please try again. (${message})` },
})

test.each([
  [inner('key with given key ID already exits'), 409, 'KmsKeyExists'],
  [inner('requested functionality is not supported'), 409, 'KmsBuiltIn'],
  [inner('not authorized: insufficient permissions'), 409, 'KmsRefused'],
  [
    { status: 400, body: { Code: 'kms:KeyNotFound', Message: 'key with given key ID does not exist' } },
    404,
    'NoSuchKmsKey',
  ],
] as const)('a refusal %j is explained', async (refusal, status, code) => {
  const { user } = await scripted({ 'POST key/create': refusal, 'DELETE key/delete': refusal })
  const isMissing = code === 'NoSuchKmsKey'
  const reply = isMissing
    ? await user.call('DELETE', '/api/v1/kms/keys/mine')
    : await user.call('POST', '/api/v1/kms/keys', { json: { key: 'mine' } })
  expect(reply.outcome).toBe(`${status} ${code}`)
})
