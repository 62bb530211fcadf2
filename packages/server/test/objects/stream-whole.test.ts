/** Copies to another storage server over a network that changes bytes, and to one that doesn't keep everything. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'
import { StorageEndpoint } from '@cooperage/storage-client'
import { type StorageServer, startTarget, startTestEngine, uniqueName } from '@cooperage/testkit'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { headSource, streamWhole } from '../../src/objects/index.ts'
import { objectStorage } from './object-storage.ts'

/** What happens on the way: nothing by default. */
interface Tampering {
  /** Replaces the last byte of the bodies of these requests, or of their responses. */
  sent?: string
  received?: string
  /** Sees the headers of a request. */
  request?: (headers: IncomingHttpHeaders, method: string) => void
  /** Changes the headers of a response. */
  headers?: (headers: IncomingHttpHeaders) => void
}

function damaging(isOn: boolean, length: number): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      const copy = Buffer.from(chunk)
      if (isOn && passed === length) copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1
      done(null, copy)
    },
  })
}

async function tamperingProxy(storageUrl: string) {
  const proxy = { url: '', tampering: {} as Tampering, close: () => server.close() }
  const { hostname, port } = new URL(storageUrl)
  const server = createServer((incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    const { sent, received, headers: change, request: see } = proxy.tampering
    see?.(headers, method)
    const upstream = request({ hostname, port, method, path, headers }, (answer) => {
      change?.(answer.headers)
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(damaging(method === received, Number(answer.headers['content-length']))).pipe(response)
    })
    upstream.on('error', () => response.destroy())
    incoming.pipe(damaging(method === sent, Number(headers['content-length']))).pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

const storages = await Promise.all([startTarget(), startTestEngine()])
const proxies = await Promise.all(storages.map(({ url }) => tamperingProxy(url)))
const endpoints = proxies.map(({ url }) => new StorageEndpoint({ url: new URL(url) }))
beforeEach(() => {
  for (const proxy of proxies) proxy.tampering = {}
})
afterAll(async () => {
  await Promise.all(endpoints.map((one) => one.close()))
  for (const proxy of proxies) proxy.close()
  await Promise.all(storages.map((one) => one.stop()))
})

const sideOf = (at: 0 | 1) => {
  const storage = storages[at] as StorageServer
  const client = { endpoint: endpoints[at] as StorageEndpoint, credentials: storage.root }
  return { client, ...objectStorage({ storage, user: () => Promise.reject(new Error('not used')) }) }
}

/** An object on the source, and its copy. */
async function given(body: string, headers: Record<string, string> = {}) {
  const [from, to] = [sideOf(0), sideOf(1)]
  const bucket = uniqueName('stream')
  for (const side of [from, to]) await side.request({ method: 'PUT', bucket })
  await from.put(bucket, 'a', body, headers)
  const source = { bucket, key: 'a' }
  return {
    from,
    to,
    bucket,
    copy: async (hasLock = false) => {
      const head = await headSource(from.client, source)
      return await streamWhole(from.client, source, head, { storage: to.client, server: 'Paris', ...source, hasLock })
    },
  }
}

const tamper = (at: 0 | 1, tampering: Tampering) => Object.assign(proxies[at] as object, { tampering })

test('what differs from the ETag of the source isn’t stored', async () => {
  const { to, bucket, copy } = await given('hello')
  tamper(0, { received: 'GET' })
  await expect(copy()).rejects.toMatchObject({ code: 'CopyDiffers' })
  expect(await to.keys(bucket)).toEqual([])
})

test('what the target has stored otherwise is found', async () => {
  const { copy } = await given('hello')
  tamper(1, { sent: 'PUT' })
  await expect(copy()).rejects.toMatchObject({ code: 'CopyDiffers' })
})

test('the target gets the MD5, which AWS requires for a lock', async () => {
  const { to, bucket, copy } = await given('hello')
  const sums: unknown[] = []
  const request = (headers: IncomingHttpHeaders, method: string) =>
    method === 'PUT' && sums.push(headers['content-md5'])
  tamper(1, { request })
  await copy()
  expect(sums).toEqual(['XUFAKrxLKna5cZ2REBfFkg=='])
  expect(await to.text(bucket, 'a')).toBe('hello')
})

test('what differs isn’t stored where another checksum takes the place of the MD5', async () => {
  const { to, bucket, copy } = await given('hello')
  const { endpoint } = to.client
  Object.defineProperty(endpoint, 'isPrivate', { value: false, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(endpoint, 'isPrivate'))
  const sums: unknown[] = []
  const request = (headers: IncomingHttpHeaders, method: string) =>
    method === 'PUT' && sums.push(headers['content-md5'])
  tamper(1, { request })
  tamper(0, { received: 'GET' })
  await expect(copy()).rejects.toMatchObject({ code: 'CopyDiffers' })
  expect(await to.keys(bucket)).toEqual([])
  tamper(0, {})
  await copy()
  expect(sums.filter((sum) => sum !== undefined)).toEqual([])
  expect(await to.text(bucket, 'a')).toBe('hello')
})

test('where the target’s ETag is no MD5, it is read again', async () => {
  const { to, bucket, copy } = await given('hello')
  const headers = (all: IncomingHttpHeaders) => {
    if (all.etag !== undefined) all.etag = '"of another kind"'
  }
  tamper(1, { headers })
  expect(await copy()).toEqual([])
  expect(await to.text(bucket, 'a')).toBe('hello')
  tamper(1, { headers, received: 'GET' })
  await expect(copy()).rejects.toMatchObject({ code: 'CopyDiffers' })
})

test('what the target doesn’t keep is named', async () => {
  const described = { 'cache-control': 'max-age=1', 'x-amz-meta-m': 'n', 'x-amz-tagging': 'k=v' }
  const { copy } = await given('hello', described)
  expect(await copy()).toEqual([])
  tamper(1, { headers: (all) => delete all['cache-control'] })
  expect(await copy()).toEqual(['metadata'])
  tamper(1, { headers: (all) => delete all['x-amz-tagging-count'] })
  expect(await copy()).toEqual(['tags'])
})

test('a source that changes during the copy isn’t copied', async () => {
  const { from, to, bucket, copy } = await given('hello')
  tamper(0, {
    headers: (all) => {
      if (all.etag !== undefined) all.etag = '"5d41402abc4b2a76b9719d911017c593"'
    },
  })
  await expect(copy()).rejects.toMatchObject({ code: 'PreconditionFailed' })
  expect([await from.keys(bucket), await to.keys(bucket)]).toEqual([['a'], []])
})
