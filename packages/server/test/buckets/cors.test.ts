import { permissionError } from '@cooperage/contract'
import { accountsOf, allow, send } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { consoleAt, withConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { testOn } from '../test-on.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole()

const RULE = {
  id: 'uploads',
  origins: ['https://*.example.net', 'http://localhost:5173'],
  methods: ['GET', 'PUT'],
  headers: ['x-amz-*', 'content-type'],
  expose_headers: ['ETag'],
  max_age_seconds: 600,
}
const PLAIN = { id: '', origins: ['*'], methods: ['HEAD'], headers: [], expose_headers: [], max_age_seconds: 0 }

testOn.engine('rules are set, kept to by the storage, replaced as a whole and taken away', async () => {
  const { user, bucket } = await given.userWithBucket()
  const path = `/api/v1/buckets/${bucket}/cors`
  const put = async (...rules: object[]) => (await user.call('PUT', path, { json: { rules } })).status
  const read = async () => (await user.get(path)).json
  const preflight = async (origin: string) => {
    const headers = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-amz-date' }
    const { status, headers: received } = await send({
      url: given.storage.url,
      method: 'OPTIONS',
      bucket,
      key: 'k',
      headers,
    })
    return [status, received['access-control-allow-origin'], received['access-control-max-age']]
  }
  expect(await read()).toEqual({ is_offered: true, rules: [] })
  expect(await put(RULE, PLAIN)).toBe(204)
  expect(await read()).toEqual({ is_offered: true, rules: [RULE, PLAIN] })
  expect(await preflight('https://app.example.net')).toEqual([200, 'https://app.example.net', '600'])
  expect((await preflight('https://example.org'))[0]).toBe(403)
  expect(await put({ origins: ['*'], methods: ['HEAD'] })).toBe(204)
  expect(await read()).toEqual({ is_offered: true, rules: [PLAIN] })
  expect(await put()).toBe(204)
  expect(await read()).toEqual({ is_offered: true, rules: [] })
})

test.each([
  ['no origin', { origins: [] }],
  ['two wildcards in an origin', { origins: ['https://*.*.net'] }],
  ['a blank within an origin', { origins: ['https://a b'] }],
  ['no method', { methods: [] }],
  ['a method that needs no preflight', { methods: ['PATCH'] }],
  ['two wildcards in a header', { headers: ['x-*-*'] }],
  ['a wildcard in an exposed header', { expose_headers: ['x-*'] }],
  ['an exposed header that would end the line', { expose_headers: ['a:b'] }],
  ['a part of a second', { max_age_seconds: 0.5 }],
])('rejects a rule with %s before calling the storage server', async (_, wrong) => {
  const { user, bucket } = await given.userWithBucket()
  const reply = await user.call('PUT', `/api/v1/buckets/${bucket}/cors`, { json: { rules: [{ ...RULE, ...wrong }] } })
  expect(reply.outcome).toBe('400 InvalidInput')
})

testOn.engine('names the missing permission', async () => {
  const { bucket } = await given.userWithBucket()
  const other = visitor(given.server.url)
  await other.signIn(await accountsOf(given.storage).allowed(allow(['s3:ListBucket'], bucket)))
  const path = `/api/v1/buckets/${bucket}/cors`
  expect((await other.get(path)).json).toMatchObject({
    message: permissionError('s3:GetBucketCors', bucket),
  })
  expect((await other.call('PUT', path, { json: { rules: [RULE] } })).json).toMatchObject({
    message: permissionError('s3:PutBucketCors', bucket),
  })
})

testOn.minio(
  'a server without rules per bucket is recognized by reading, and refuses to set them by name',
  async () => {
    const { user, bucket } = await given.userWithBucket()
    const path = `/api/v1/buckets/${bucket}/cors`
    expect((await user.get(path)).json).toEqual({ is_offered: false, rules: [] })
    const { status, json } = await user.call('PUT', path, { json: { rules: [RULE] } })
    expect([status, json]).toMatchObject([501, { message: expect.stringContaining('CORS rules of single buckets') }])
  },
)

test('of any other server, the first refusal to set them is remembered', async () => {
  const storage = await scriptedStorage(({ method, url }, response) => {
    if (method === 'POST') return response.end(stsKeys())
    const code = method === 'GET' ? 'NoSuchCORSConfiguration' : 'NotImplemented'
    if (url?.includes('cors'))
      response.writeHead(method === 'GET' ? 404 : 501).end(`<Error><Code>${code}</Code></Error>`)
    else response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(['s3:*'], 'photos')] }))
  })
  onTestFinished(() => storage.stop())
  const server = await consoleAt(storage.url)
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'secret-of-alice' })
  const offers = async () =>
    ((await user.get('/api/v1/buckets/photos/cors')).json as { is_offered: boolean }).is_offered
  expect(await offers()).toBe(true)
  expect((await user.call('PUT', '/api/v1/buckets/photos/cors', { json: { rules: [RULE] } })).status).toBe(501)
  expect(await offers()).toBe(false)
})
