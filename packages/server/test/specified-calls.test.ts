/** The calls of the specification (core-console 7, object-browser 7), word for word: method, path, payload, response. */
import { uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { consoleAt, withConsole } from './running-console.ts'
import { visitor } from './visitor.ts'

const given = await withConsole()

/** A signed-in visitor with a bucket that contains two objects. */
async function userWithObjects() {
  const { user, bucket, objects } = await given.userWithBucket()
  const form = ['docs/a.txt', 'b.txt'].map((fileName) => ({ name: '1', fileName, content: 'x' }))
  expect((await user.call('POST', `${objects}/upload`, { form })).status).toBe(200)
  return { user, bucket }
}

test('GET /login returns the form to show', async () => {
  const { status, json } = await given.stranger().call('GET', '/api/v1/login')
  expect([status, json]).toMatchObject([
    200,
    { loginStrategy: 'form', redirect: '', providers: [], acceptsAccessKey: true },
  ])
})

test('POST /login signs in with accessKey and secretKey', async () => {
  const { accessKey, secretKey } = given.storage.root
  const { status } = await given.stranger().call('POST', '/api/v1/login', { json: { accessKey, secretKey } })
  expect(status).toBe(201)
})

test('POST /login/operator accepts a jwt, and is rejected unless configured', async () => {
  const { status, json } = await given.stranger().call('POST', '/api/v1/login/operator', { json: { jwt: 'a token' } })
  expect([status, json]).toMatchObject([403, { code: 'LoginNotOffered' }])
})

test('GET /session returns operator, status, pages, features and distributedMode', async () => {
  const { status, json } = await (await given.user()).call('GET', '/api/v1/session')
  expect(status).toBe(200)
  expect(json).toMatchObject({
    operator: false,
    status: 'ok',
    pages: expect.arrayContaining(['/buckets', '/object-browser']),
    features: expect.any(Array),
    distributedMode: expect.any(Boolean),
  })
})

test('POST /logout ends the session', async () => {
  const user = await given.user()
  const twin = user.twin()
  expect((await user.call('POST', '/api/v1/logout')).status).toBe(200)
  expect((await twin.get('/api/v1/session')).status).toBe(401)
})

test('POST /has-permission returns each action by its id', async () => {
  const actions = [{ id: 'createBucket', action: 's3:CreateBucket', bucket_name: '' }]
  const { json } = await (await given.user()).call('POST', '/api/v1/has-permission', { json: { actions } })
  expect(json).toEqual({ permissions: [{ id: 'createBucket', can: true }] })
})

test('a bucket is created, listed with name, creation_date and size, and deleted', async () => {
  const user = await given.user()
  const name = uniqueName('specified')
  expect((await user.call('POST', '/api/v1/buckets', { json: { name } })).status).toBe(201)
  const { json } = await user.call('GET', '/api/v1/buckets')
  expect(json).toMatchObject({
    buckets: expect.arrayContaining([{ name, creation_date: expect.any(String), size: expect.any(Number) }]),
  })
  expect((await user.call('DELETE', `/api/v1/buckets/${name}`, { json: { name } })).status).toBe(204)
})

test('the objects of a folder are listed with name, size and last_modified', async () => {
  const { user, bucket } = await userWithObjects()
  const { json } = await user.call('GET', `/api/v1/buckets/${bucket}/objects?prefix=docs/`)
  const { objects } = json as { objects: object[] }
  expect(objects).toMatchObject([{ name: 'docs/a.txt', size: 1, last_modified: expect.stringMatching(/^\d{4}-/) }])
})

test('an object is downloaded by its prefix, without a version', async () => {
  const { user, bucket } = await userWithObjects()
  const reply = await user.call('GET', `/api/v1/buckets/${bucket}/objects/download?prefix=b.txt`)
  expect([reply.status, reply.text]).toEqual([200, 'x'])
})

test('a form uploads one object per part, below the prefix', async () => {
  const { user, bucket } = await userWithObjects()
  const form = ['1.txt', '2.txt'].map((fileName) => ({ name: '1', fileName, content: 'y' }))
  const reply = await user.call('POST', `/api/v1/buckets/${bucket}/objects/upload?prefix=new/`, { form })
  expect(reply.status).toBe(200)
  expect(reply.json).toMatchObject({ stored: [{ name: 'new/1.txt' }, { name: 'new/2.txt' }] })
})

test('several objects and folders are deleted by path, versionID and recursive', async () => {
  const { user, bucket } = await userWithObjects()
  const json = [
    { path: 'docs/', versionID: '', recursive: true },
    { path: 'b.txt', versionID: '', recursive: false },
  ]
  const reply = await user.call('POST', `/api/v1/buckets/${bucket}/delete-objects`, { json })
  expect([reply.status, reply.json]).toEqual([200, { deleted: 2, failed: [], alsoFailed: 0 }])
})

test('one object is deleted by its path, and a folder recursively', async () => {
  const { user, bucket } = await userWithObjects()
  const folder = await user.call('DELETE', `/api/v1/buckets/${bucket}/objects?path=docs%2F&recursive=true`)
  const object = await user.call('DELETE', `/api/v1/buckets/${bucket}/objects?path=b.txt&recursive=false`)
  expect([folder.status, object.status]).toEqual([204, 204])
  expect((await user.get(`/api/v1/buckets/${bucket}/objects`)).json).toMatchObject({ objects: [] })
})

test('a link is created for a prefix and a lifetime in milliseconds', async () => {
  const { user, bucket } = await userWithObjects()
  const reply = await user.call('GET', `/api/v1/buckets/${bucket}/objects/share?prefix=b.txt&expires=60000ms`)
  expect([reply.status, reply.json]).toEqual([200, expect.stringMatching(/^http.*X-Amz-Expires=60&/)])
})

test('every call is available below the base path too', async () => {
  const user = visitor(given.server.url)
  expect((await user.call('POST', '/api/proxy/ns/tenant/api/v1/login', { json: given.storage.root })).status).toBe(201)
  expect((await user.get('/api/proxy/ns/tenant/api/v1/session')).status).toBe(200)
})

test('an error contains code, message, detailedMessage and requestId', async () => {
  const { status, json } = await (await given.user()).call('DELETE', '/api/v1/buckets/no-such-bucket-here')
  expect(status).toBe(404)
  expect(json).toEqual({
    code: 'NoSuchBucket',
    message: 'The bucket no-such-bucket-here doesn’t exist.',
    parameters: { bucket: 'no-such-bucket-here' },
    detailedMessage: '',
    requestId: expect.stringMatching(/./),
    storageRequestId: expect.stringMatching(/^[0-9A-F]{16}$/),
  })
})

test('an unreachable storage server does not end the session', async () => {
  const server = await consoleAt('http://127.0.0.1:9')
  const { status, json } = await visitor(server.url).signIn({ accessKey: 'anybody', secretKey: 'any secret' })
  expect([status, json]).toMatchObject([503, { code: 'StorageUnreachable' }])
})
