import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, type ReceivedRequest } from '../test/scripted-server.ts'
import { accountInfo } from './admin/account-info.ts'
import { setBucketQuota } from './admin/bucket-quota.ts'
import { StorageEndpoint } from './endpoint.ts'
import { StorageError } from './storage-error.ts'

const MINIO = '{"Code":"AccessDenied","Message":"Access Denied.","Resource":"/minio/admin/v3/accountinfo"}\n'
const refused = (message: string) =>
  `<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`

async function endpointOf(respond: (request: ReceivedRequest, response: ServerResponse) => void) {
  const { client, requests } = await clientOf(respond)
  const endpoint = new StorageEndpoint({ url: client.endpoint.url })
  onTestFinished(() => endpoint.close())
  return { endpoint, requests }
}

test.each([
  ['MinIO', 403, 'MinIO', MINIO, { kind: 'minio', product: 'MinIO' }],
  ['MinIO behind a proxy that names itself', 403, 'nginx/1.22', MINIO, { kind: 'minio', product: 'MinIO' }],
  ['the embedded engine', 403, 'Cooperage', MINIO, { kind: 'minio', product: 'Cooperage' }],
  ['RustFS', 403, '', refused('Signature is required'), { kind: 'rustfs', product: 'RustFS' }],
  [
    'versitygw without a bucket minio',
    404,
    'VERSITYGW',
    '<Error><Code>NoSuchBucket</Code></Error>',
    { kind: 's3', product: 'versitygw' },
  ],
  ['versitygw with one', 403, 'VERSITYGW', refused('Access Denied.'), { kind: 's3', product: 'versitygw' }],
  ['SeaweedFS', 403, 'SeaweedFS 30GB 4.53', refused('Access Denied.'), { kind: 's3', product: 'SeaweedFS' }],
  ['a server that stores what MinIO would say', 200, '', MINIO, { kind: 's3', product: 'S3' }],
  ['a server that lies about its name', 404, 'MinIO', '', { kind: 's3', product: 'MinIO' }],
  [
    'a proxy in front of MinIO that blocks administration',
    403,
    'nginx',
    '<html>403</html>',
    { kind: 's3', product: 'S3' },
  ],
])('recognizes %s', async (_, status, server, body, profile) => {
  const { endpoint, requests } = await endpointOf((_request, response) =>
    response.writeHead(status, { ...(server && { server }) }).end(body),
  )
  expect(await endpoint.profile()).toEqual(profile)
  expect(requests.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ['GET', '/minio/admin/v3/accountinfo', undefined],
  ])
})

test('asks once for concurrent calls, and again after the result was forgotten', async () => {
  let body = MINIO
  const { endpoint, requests } = await endpointOf((_request, response) => response.writeHead(403).end(body))
  await Promise.all([endpoint.profile(), endpoint.profile()])
  await endpoint.profile()
  expect(requests).toHaveLength(1)
  body = refused('Access Denied.')
  endpoint.forgetProfile()
  expect(await endpoint.profile()).toMatchObject({ kind: 's3' })
  expect(requests).toHaveLength(2)
})

test.each(['NoSuchBucket', 'InvalidAccessKeyId'])(
  'sends no further admin call after %s: another server runs there now',
  async (code) => {
    let isReplaced = false
    const { endpoint, requests } = await endpointOf(({ headers }, response) => {
      if (!isReplaced) response.writeHead(headers.authorization ? 200 : 403).end(headers.authorization ? '{}' : MINIO)
      else response.writeHead(404).end(`<Error><Code>${code}</Code></Error>`)
    })
    const client = { endpoint, credentials: { accessKey: 'key', secretKey: 'secret' } }
    await accountInfo(client)
    isReplaced = true
    await expect(accountInfo(client)).rejects.toMatchObject({ code })
    requests.length = 0
    await expect(setBucketQuota(client, 'photos', undefined)).rejects.toMatchObject({ code: 'NotImplemented' })
    expect(requests.map(({ method, headers }) => [method, headers.authorization])).toEqual([['GET', undefined]])
  },
)

test('doesn’t conclude anything from a server that is starting', async () => {
  const responses: [number, string][] = [
    [503, '{"Code":"XMinioServerNotInitialized","Message":"Server not initialized, please try again."}'],
    [403, MINIO],
  ]
  const { endpoint } = await endpointOf((_request, response) => {
    const [status, body] = responses.shift() ?? [500, '']
    response.writeHead(status).end(body)
  })
  await expect(endpoint.profile()).rejects.toThrow(StorageError)
  expect(await endpoint.profile()).toMatchObject({ kind: 'minio' })
})
