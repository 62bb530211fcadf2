import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StorageEndpoint } from '@cooperage/storage-client'
import { expect, test } from 'vitest'
import { AccountCache } from './account-cache.ts'

const keys = { accessKey: 'key', secretKey: 'secret', sessionToken: 'token' }
const session = {
  id: 'one',
  revokeType: 'one',
  account: 'somebody',
  ...keys,
  way: 'accessKey' as const,
  endingAt: Number.MAX_SAFE_INTEGER,
  endsAt: Number.MAX_SAFE_INTEGER,
  keysEndAt: Number.MAX_SAFE_INTEGER,
}

test('a canceled request does not cancel the response that another request waits for', async () => {
  const requested = Promise.withResolvers<() => void>()
  const server = createServer((_request, response) => {
    requested.resolve(() => response.end(JSON.stringify({ AccountName: 'somebody', Policy: {}, Buckets: null })))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = new StorageEndpoint({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    profile: { kind: 'minio', product: 'MinIO' },
  })
  const cache = new AccountCache(Date.now)
  const leaving = new AbortController()

  void cache.of(session, { endpoint, credentials: keys, signal: leaving.signal }).catch(() => undefined)
  const second = cache.of(session, { endpoint, credentials: keys })
  const respond = await requested.promise
  leaving.abort()
  respond()

  expect(await second).toMatchObject({ accountName: 'somebody' })
  await endpoint.close()
  server.close()
})
