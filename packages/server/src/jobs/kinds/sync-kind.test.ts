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
  /** What the listings leave out. */
  isHidden?: boolean
  /** With which status HEAD is refused. */
  refusal?: number
}

/** A storage server with the bucket `b`. It refuses to send bytes, so that a copy that is begun fails. */
async function fakeStorage(objects: Record<string, FakeObject>): Promise<StorageClient> {
  const timeOf = ({ time = 0 }: FakeObject) => new Date(Date.UTC(2026, 0, 1, 0, 0, time))
  const server = createServer(async ({ method, url = '', ...request }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://storage')
    if (method === 'POST') {
      let body = ''
      for await (const piece of request as unknown as AsyncIterable<Buffer>) body += piece
      for (const [, key = ''] of body.matchAll(/<Key>([^<]*)<\/Key>/g)) delete objects[key]
      return response.end('<DeleteResult></DeleteResult>')
    }
    if (searchParams.has('list-type')) {
      const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('start-after') ?? '']
      const listed = Object.entries(objects).filter(
        ([key, { isHidden }]) => !isHidden && key.startsWith(prefix) && key > after,
      )
      const rows = listed.sort().map(([key, one]) => {
        const facts = `<ETag>"${one.etag ?? 'e'}"</ETag><Size>${one.size ?? 1}</Size>`
        return `<Contents><Key>${key}</Key><LastModified>${timeOf(one).toISOString()}</LastModified>${facts}</Contents>`
      })
      return response.end(
        `<ListBucketResult><Name>b</Name><IsTruncated>false</IsTruncated>${rows.join('')}</ListBucketResult>`,
      )
    }
    const one = objects[decodeURIComponent(pathname.slice('/b/'.length))]
    const status = method === 'HEAD' ? (one === undefined ? 404 : (one.refusal ?? 200)) : 403
    const isPart = searchParams.has('partNumber')
    response.writeHead(status, {
      ...(one && {
        etag: `"${one.etag ?? 'e'}"`,
        'last-modified': timeOf(one).toUTCString(),
        'content-length': isPart ? (one.headers?.part ?? 1) : (one.size ?? 1),
        ...one.headers,
      }),
    })
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
