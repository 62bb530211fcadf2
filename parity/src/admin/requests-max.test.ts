/** `api requests_max`: how many S3 requests run at the same time. */
import { request } from 'node:http'
import { waitUntil } from '@cooperage/testkit'
import { objectPath, PAYLOAD, signRequest } from '@cooperage/wire'
import { afterAll, expect, test } from 'vitest'
import { startOwnServer } from '../own-server.ts'

const server = await startOwnServer()
afterAll(() => server.stop())

/** An upload that runs until `finish` sends its last byte. */
function openUpload(bucket: string, key: string) {
  const url = new URL(objectPath(bucket, key), server.url)
  const headers = signRequest({
    method: 'PUT',
    url,
    headers: { 'content-length': '2' },
    credentials: server.root,
    region: 'us-east-1',
    service: 's3',
    payloadHash: PAYLOAD.unsigned,
  })
  const outgoing = request(url, { method: 'PUT', headers: { ...headers, 'content-length': '2' }, agent: false })
  const status = new Promise<number>((resolve, reject) => {
    outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode ?? 0)).on('error', reject)
  })
  let hasResponse = false
  outgoing.on('response', () => {
    hasResponse = true
  })
  outgoing.write('a')
  return {
    hasResponse: () => hasResponse,
    finish() {
      outgoing.end('b')
      return status
    },
  }
}

test('rejects a request beyond the limit until another one ends', async () => {
  const bucket = await server.bucket()
  const set = await server.setConfig('api requests_max=1')
  expect([set.status, set.headers['x-minio-config-applied']]).toEqual([200, 'true'])
  expect(await server.getConfig('api')).toContain('requests_max=1 ')
  let upload = openUpload(bucket, 'k')
  const head = () => server.request({ method: 'GET', bucket, query: { location: '' } })
  const refused = await waitUntil('the upload runs', async () => {
    const response = await head()
    if (response.status !== 200) return response
    // The upload arrived while the other request held the only slot, and was itself rejected.
    if (upload.hasResponse()) upload = openUpload(bucket, 'k')
    return undefined
  })
  expect(refused.outcome).toBe('429 TooManyRequests')
  expect(refused.message).toBe('Please reduce your request rate')
  expect([refused.headers['x-ratelimit-limit'], refused.headers['x-ratelimit-remaining']]).toEqual(['1', '0'])
  // Only listening for events is exempt, not every request with an events parameter.
  const events = { events: 's3:ObjectCreated:*' }
  expect((await server.request({ method: 'GET', bucket, key: 'k', query: events })).status).toBe(429)
  // Other protocols don't count.
  expect((await server.admin('info')).status).toBe(200)
  expect(await upload.finish()).toBe(200)
  await waitUntil('there is room', async () => (await head()).status === 200)

  await server.deleteConfig('api requests_max')
  const [one, other] = [openUpload(bucket, 'one'), openUpload(bucket, 'other')]
  expect(await Promise.all([one.finish(), other.finish()])).toEqual([200, 200])
})

test.each(['-1', 'many'])('rejects a limit of %s', async (value) => {
  expect((await server.setConfig(`api requests_max=${value}`)).status).toBe(400)
})
