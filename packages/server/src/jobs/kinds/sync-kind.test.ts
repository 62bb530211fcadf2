import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SyncRunSpec } from '@cooperage/contract'
import { type StorageClient, StorageEndpoint } from '@cooperage/storage-client'
import { expect, onTestFinished, test } from 'vitest'
import { syncKind } from './sync-kind.ts'

/** An object as a storage server tells of it. */
interface FakeObject {
  etag?: string
  size?: number
  /** Seconds after a fixed time. */
  time?: number
  headers?: Record<string, string>
  /** The length of its first part. */
  part?: number
  /** What the listings leave out. */
  isHidden?: boolean
  /** What the listings have only after an empty page. */
  isLate?: boolean
  /** With which status HEAD is refused. */
  refusal?: number
}

/** A storage server with the bucket `b`. It refuses to send bytes, so that a copy that is begun fails. */
async function fakeStorage(objects: Record<string, FakeObject>): Promise<StorageClient> {
  const timeOf = ({ time = 0 }: FakeObject) => new Date(Date.UTC(2026, 0, 1, 0, 0, time))
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request
    const { pathname, searchParams } = new URL(url, 'http://storage')
    if (method === 'POST') {
      let body = ''
      for await (const piece of request) body += piece
      for (const [, key = ''] of body.matchAll(/<Key>([^<]*)<\/Key>/g)) delete objects[key]
      return response.end('<DeleteResult></DeleteResult>')
    }
    if (searchParams.has('list-type')) {
      const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('start-after') ?? '']
      const listed = Object.entries(objects).filter(
        ([key, { isHidden }]) => !isHidden && key.startsWith(prefix) && key > after,
      )
      if (listed.some(([, { isLate }]) => isLate) && !searchParams.has('continuation-token')) {
        const next = '<NextContinuationToken>next</NextContinuationToken>'
        return response.end(`<ListBucketResult><Name>b</Name><IsTruncated>true</IsTruncated>${next}</ListBucketResult>`)
      }
      const rows = listed.sort().map(([key, one]) => {
        const facts = `<ETag>"${one.etag ?? 'e'}"</ETag><Size>${one.size ?? 1}</Size>`
        return `<Contents><Key>${key}</Key><LastModified>${timeOf(one).toISOString()}</LastModified>${facts}</Contents>`
      })
      return response.end(
        `<ListBucketResult><Name>b</Name><IsTruncated>false</IsTruncated>${rows.join('')}</ListBucketResult>`,
      )
    }
    const one = objects[decodeURIComponent(pathname.slice('/b/'.length))]
    if (method !== 'HEAD') response.writeHead(403)
    else if (one === undefined || one.refusal !== undefined) response.writeHead(one?.refusal ?? 404)
    else {
      response.writeHead(200, {
        etag: `"${one.etag ?? 'e'}"`,
        'last-modified': timeOf(one).toUTCString(),
        'content-length': searchParams.has('partNumber') ? (one.part ?? 1) : (one.size ?? 1),
        ...one.headers,
      })
    }
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const endpoint = new StorageEndpoint({ url, profile: { kind: 's3', product: 'S3' } })
  onTestFinished(async () => {
    await endpoint.close()
    server.close()
  })
  return { endpoint, credentials: { accessKey: 'a', secretKey: 'b' }, signal: AbortSignal.timeout(30_000) }
}

const SPEC: SyncRunSpec = {
  kind: 'sync',
  bucket: 'b',
  prefix: '',
  server: 'paris',
  target_bucket: 'b',
  target_prefix: '',
  deletes: true,
  confirmed: 0,
  expected: 0,
}

async function sidesOf(source: Record<string, FakeObject>, target: Record<string, FakeObject>) {
  return { storage: await fakeStorage(source), other: { storage: await fakeStorage(target), server: 'Paris' } }
}

test('deletes only what the source itself says it doesn’t have', async () => {
  const target: Record<string, FakeObject> = { gone: {}, hidden: {}, secret: {}, marker: {}, broken: {} }
  const source = {
    hidden: { isHidden: true },
    secret: { isHidden: true, refusal: 403 },
    marker: { isHidden: true, refusal: 405 },
    broken: { isHidden: true, refusal: 500 },
  }
  const sides = await sidesOf(source, target)
  const result = await syncKind.run(sides, SPEC, { at: 'delete', keys: Object.keys(target) }, false)
  expect(result).toMatchObject({ deleted: 1, report: { entries: [{ kind: 'deleted', name: 'gone' }] } })
  expect(result.failures.map(({ path }) => path).sort()).toEqual(['broken', 'marker', 'secret'])
  expect(Object.keys(target).sort()).toEqual(['broken', 'hidden', 'marker', 'secret'])
})

test('an object that a listing leaves out isn’t taken for deleted when it is to be copied', async () => {
  const sides = await sidesOf({ hidden: { isHidden: true } }, {})
  const step = (key: string) => syncKind.run(sides, SPEC, { at: 'copy', key, before: '' }, false)
  expect((await step('hidden')).failures).toMatchObject([{ path: 'hidden' }])
  expect(await step('gone')).toMatchObject({ done: 0, failures: [] })
})

test('an object after an empty page of a listing is found', async () => {
  const sides = await sidesOf({ late: { isLate: true } }, { late: { isLate: true, time: 10 } })
  const result = await syncKind.run(sides, SPEC, { at: 'copy', key: 'late', before: '' }, false)
  expect(result).toMatchObject({ skipped: 1, failures: [] })
})

test('counts the objects of the source while it copies, from where the run is', async () => {
  const sides = await sidesOf({ a: {}, b: {}, 'folder/c': {} }, { a: {}, other: {} })
  const count = (position: string) => syncKind.count?.(sides, SPEC, position)
  expect(await count('')).toEqual({ count: 3, next: undefined })
  expect(await count('copy:1,2,1:a')).toEqual({ count: 2, next: undefined })
  expect(await count('delete:3,2,1:')).toBeUndefined()
})

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)]
const SSE = { 'x-amz-server-side-encryption': 'AES256' }
const sum = (value: string) => ({ 'x-amz-checksum-crc32c': value })

test.each<[string, FakeObject, FakeObject, 'same' | 'differs' | 'unknown']>([
  ['ETags of as many parts', { etag: `${A}-3` }, { etag: `${B}-3` }, 'differs'],
  [
    'the same of parts that were cut in another way',
    { etag: `${A}-3`, part: 5 },
    { etag: `${B}-3`, part: 6 },
    'unknown',
  ],
  ['ETags of a server without real ones', { etag: `${A}-1` }, { etag: `${B}-1` }, 'unknown'],
  ['ETags of other parts', { etag: `${A}-3` }, { etag: `${B}-2` }, 'unknown'],
  ['an encrypted copy', { etag: A }, { etag: B, headers: SSE }, 'unknown'],
  ['its checksum', { etag: A, headers: sum('x') }, { etag: B, headers: { ...SSE, ...sum('x') } }, 'same'],
  ['another checksum', { etag: A, headers: sum('x') }, { etag: B, headers: { ...SSE, ...sum('y') } }, 'differs'],
  ['checksums of parts', { etag: `${A}-3`, headers: sum('x-3') }, { etag: B, headers: sum('y') }, 'unknown'],
  ['an older copy', { etag: `${A}-3`, time: 20 }, { etag: B }, 'differs'],
])('compares by content where it can: %s', async (_, source, target, expected) => {
  const sides = await sidesOf({ key: source }, { key: { time: 10, ...target } })
  const { steps, skipped } = await syncKind.plan(sides, SPEC, '', 0)
  expect([steps.length, skipped]).toEqual([1, 0])
  const [step] = steps
  if (step === undefined) return
  const { failures, ...result } = await syncKind.run(sides, SPEC, step, false)
  // Where it differs, it begins to copy.
  expect(failures).toHaveLength(expected === 'differs' ? 1 : 0)
  if (expected !== 'differs') expect(result).toMatchObject({ skipped: 1 })
  expect(result.uncompared).toBe(expected === 'unknown' ? 1 : undefined)
})

test('an empty source of a target with objects is a problem, whether the sync deletes or not', async () => {
  for (const deletes of [true, false]) {
    const sides = await sidesOf({}, { a: {}, b: {} })
    await expect(syncKind.plan(sides, { ...SPEC, deletes }, '', 0)).rejects.toMatchObject({ code: 'SyncSourceEmpty' })
    const empty = await sidesOf({}, {})
    expect(await syncKind.plan(empty, { ...SPEC, deletes }, '', 0)).toMatchObject({ steps: [] })
  }
})
