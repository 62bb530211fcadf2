import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { encryptAdminPayload, sha256Hex, signRequest } from '@cooperage/wire'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ROOT, startTestEngine } from '../test-engine.ts'

const ADMIN = '/minio/admin/v3'
const ALICE = { accessKey: 'alice', secretKey: 'secret-of-alice' }
const OTHER_SECRET = { ...ALICE, secretKey: 'other-secret-of-alice' }
const UNKNOWN_KEY = {
  Code: 'InvalidAccessKeyId',
  Message: 'The Access Key Id you provided does not exist in our records.',
}
const DISABLED = { Code: 'InvalidAccessKeyId', Message: 'Your account is disabled; please contact your administrator.' }
const DENIED = { Code: 'AccessDenied', Message: 'Access Denied.' }

const engine = await startTestEngine()
afterAll(() => engine.stop())
beforeEach(async () => {
  await change('PUT', 'add-user', 'accessKey=alice', await encrypted(ALICE.secretKey))
  await change('PUT', 'set-user-or-group-policy', 'policyName=consoleAdmin&userOrGroup=alice&isGroup=false')
})

function encrypted(secretKey: string, by = ROOT): Promise<Buffer> {
  return encryptAdminPayload(by.secretKey, Buffer.from(JSON.stringify({ secretKey, status: 'enabled' })), {
    algorithm: 2,
  })
}

async function change(method: string, call: string, query: string, body: Buffer | string = ''): Promise<void> {
  const { status } = await engine.send(method, `${ADMIN}/${call}`, { query, body })
  expect(status).toBeLessThan(300)
}

/** Resolves when the engine has accepted the caller and waits for the body. */
async function begin(call: string, body: Buffer | string): Promise<ClientRequest> {
  const url = new URL(`${ADMIN}/${call}`, engine.engine.url)
  const headers = signRequest({
    method: 'PUT',
    url,
    headers: { 'content-length': String(Buffer.byteLength(body)) },
    credentials: ALICE,
    region: '',
    service: 's3',
    payloadHash: sha256Hex(body),
  })
  const outgoing = request(url, { method: 'PUT', headers: { ...headers, expect: '100-continue' }, agent: false })
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  return outgoing
}

async function responseTo(outgoing: ClientRequest, body: Buffer | string): Promise<{ status: number; text: string }> {
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: incoming.statusCode ?? 0, text: await text(incoming) }
}

const REVOCATIONS: [change: string, expected: object, method: string, call: string, query: string][] = [
  ['was removed', UNKNOWN_KEY, 'DELETE', 'remove-user', 'accessKey=alice'],
  ['was disabled', DISABLED, 'PUT', 'set-user-status', 'accessKey=alice&status=disabled'],
  ['lost its policy', DENIED, 'PUT', 'set-user-or-group-policy', 'policyName=readonly&userOrGroup=alice&isGroup=false'],
]

test.each(REVOCATIONS)('rejects a caller who %s before the body arrives', async (_, expected, method, call, query) => {
  const policy =
    '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:*"],"Resource":["arn:aws:s3:::*"]}]}'
  const user = await encrypted('secret-of-bob', ALICE)
  const pending = [
    { body: policy, outgoing: await begin('add-canned-policy?name=late', policy) },
    { body: user, outgoing: await begin('add-user?accessKey=bob', user) },
  ]
  await change(method, call, query)
  for (const { body, outgoing } of pending) {
    const response = await responseTo(outgoing, body)
    expect([response.status, JSON.parse(response.text)]).toEqual([403, expect.objectContaining(expected)])
  }
  expect((await engine.send('GET', `${ADMIN}/info-canned-policy`, { query: 'name=late' })).status).toBe(404)
  expect((await engine.send('GET', `${ADMIN}/user-info`, { query: 'accessKey=bob' })).status).toBe(404)
})

test('rejects a caller whose secret changes before the body arrives', async () => {
  const body = await encrypted('secret-of-bob', ALICE)
  const outgoing = await begin('add-user?accessKey=bob', body)
  await change('PUT', 'add-user', 'accessKey=alice', await encrypted(OTHER_SECRET.secretKey))
  const response = await responseTo(outgoing, body)
  expect([response.status, JSON.parse(response.text).Code]).toEqual([403, 'SignatureDoesNotMatch'])
})

test('accepts a caller who is unchanged when the body arrives', async () => {
  const body = await encrypted('secret-of-carol', ALICE)
  const outgoing = await begin('add-user?accessKey=carol', body)
  expect(await responseTo(outgoing, body)).toEqual({ status: 200, text: '' })
})
