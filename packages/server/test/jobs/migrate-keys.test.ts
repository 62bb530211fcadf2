/** What a migration does with single keys while applications write, and with listings of other servers. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StorageEndpoint } from '@cooperage/storage-client'
import { type StorageServer, startTarget, startTestEngine, uniqueName } from '@cooperage/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Both, keyOnBoth, nextKeys } from '../../src/jobs/kinds/migrate/both-sides.ts'
import { copyKey, copyStepOf } from '../../src/jobs/kinds/migrate/copy-key.ts'
import { copySmall, copyStepsOf } from '../../src/jobs/kinds/migrate/copy-small.ts'
import { objectStorage } from '../objects/object-storage.ts'
import { type WatchedStorage, watchedStorage } from './watched-storage.ts'

const PLAIN = { versions: false, locks: false }

/** How a key is copied: alone, or with other small objects by a server that isn't probed yet, or honors the condition, or not. */
const WAYS = [
  ['alone', undefined],
  ['together', undefined],
  ['together', true],
  ['together', false],
] as const

describe.each(WAYS)('A key that is copied %s (condition: %s)', (way, honorsIfAbsent) => {
  let storages: StorageServer[]
  let watched: WatchedStorage
  let endpoints: StorageEndpoint[]

  beforeAll(async () => {
    storages = await Promise.all([startTarget(), startTestEngine()])
    watched = await watchedStorage(storages[1]?.url ?? '')
    endpoints = [storages[0]?.url, watched.url].map((url) => new StorageEndpoint({ url: new URL(url ?? '') }))
  })
  beforeEach(() => {
    watched.onResponse = () => {}
    for (const endpoint of endpoints) endpoint.honorsIfAbsent = honorsIfAbsent
  })
  afterAll(async () => {
    await Promise.all(endpoints.map((one) => one.close()))
    watched.close()
    await Promise.all(storages.map((one) => one.stop()))
  })

  /** The key `a` of a bucket on both servers, planned as it is. */
  async function given(mode = PLAIN) {
    const bucket = uniqueName('key')
    const [here, there] = storages.map((storage, at) => {
      const client = { endpoint: endpoints[at] as StorageEndpoint, credentials: storage.root }
      return { client, ...objectStorage({ storage, user: () => Promise.reject(new Error('not used')) }) }
    })
    if (here === undefined || there === undefined) throw new Error('Two servers are needed')
    for (const { request } of [here, there]) await request({ method: 'PUT', bucket })
    await here.put(bucket, 'a', 'first')
    const both: Both = {
      source: { storage: here.client, bucket },
      target: { storage: there.client, bucket, server: 'Paris' },
      mode,
    }
    const planned = await keyOnBoth(both, 'a')
    const step = copyStepOf(planned)
    const [small] = copyStepsOf([planned], '', way === 'together' && !mode.versions).small
    if (step === undefined) throw new Error('Nothing to copy')
    const copy = (isRepeated = false) =>
      small === undefined ? copyKey(both, step, isRepeated) : copySmall(both, small, isRepeated)
    return { here, there, bucket, copy }
  }

  const onPut = (work: (count: number) => Promise<unknown>) => {
    let count = 0
    watched.onResponse = async ({ method }) => {
      if (method === 'PUT') await work(++count)
    }
  }

  test('is copied again if it was overwritten meanwhile', async () => {
    const { here, there, bucket, copy } = await given()
    onPut(async (count) => count === 1 && (await here.put(bucket, 'a', 'second')))
    expect(await copy()).toMatchObject({ done: 1, failures: [] })
    expect(await there.text(bucket, 'a')).toBe('second')
  })

  // Alone, its time is that of a header, in seconds.
  if (way === 'together')
    test('is copied again if it got another type meanwhile, with the same bytes', async () => {
      const { here, there, bucket, copy } = await given()
      onPut(async (count) => count === 1 && (await here.put(bucket, 'a', 'first', { 'content-type': 'text/x-second' })))
      expect(await copy()).toMatchObject({ done: 1, bytes: 5, failures: [] })
      const { headers } = await there.request({ method: 'HEAD', bucket, key: 'a' })
      expect(headers['content-type']).toBe('text/x-second')
    })

  test('is a failure if it is overwritten all the time', async () => {
    const { here, bucket, copy } = await given()
    onPut(async (count) => await here.put(bucket, 'a', `${count}`))
    expect(await copy()).toMatchObject({ done: 0, failures: [{ path: 'a' }] })
  })

  test('stays if the target has got a newer one since it was planned', async () => {
    const { there, bucket, copy } = await given()
    await there.put(bucket, 'a', 'by an application')
    expect(await copy()).toMatchObject({ done: 0, skipped: 1, failures: [] })
    expect(await there.text(bucket, 'a')).toBe('by an application')
  })

  if (way === 'together')
    test('is copied again after a kill that came before its source was listed', async () => {
      const { here, there, bucket, copy } = await given()
      await there.put(bucket, 'a', 'first')
      await here.put(bucket, 'a', 'second')
      await there.put(bucket, 'a', 'first')
      expect(await copy(true)).toMatchObject({ failures: [] })
      expect(await there.text(bucket, 'a')).toBe('second')
    })

  if (honorsIfAbsent === true)
    test('needs a single request of the target', async () => {
      const { there, bucket, copy } = await given()
      const methods: (string | undefined)[] = []
      watched.onResponse = ({ method }) => void methods.push(method)
      expect(await copy()).toMatchObject({ done: 1, failures: [] })
      expect(methods).toEqual(['PUT'])
      expect(await there.text(bucket, 'a')).toBe('first')
    })

  if (way === 'together' && honorsIfAbsent === undefined)
    test('probes the target after the first one', async () => {
      const { there, bucket, copy } = await given()
      expect(await copy()).toMatchObject({ done: 1, failures: [] })
      expect(endpoints[1]?.honorsIfAbsent).toBe(true)
      expect(await there.text(bucket, 'a')).toBe('first')

      const again = await given()
      for (const endpoint of endpoints) endpoint.honorsIfAbsent = undefined
      // As a target that ignores the condition, it stores the object once more.
      onPut(
        async (count) =>
          count === 1 && (await again.there.request({ method: 'DELETE', bucket: again.bucket, key: 'a' })),
      )
      expect(await again.copy()).toMatchObject({ done: 1, failures: [] })
      expect(endpoints[1]?.honorsIfAbsent).toBe(false)
      expect(await again.there.text(again.bucket, 'a')).toBe('first')
    })

  test('isn’t a failure if it was deleted since it was planned', async () => {
    for (const [mode, skipped] of [
      [PLAIN, 0],
      [{ ...PLAIN, versions: true }, 1],
    ] as const) {
      const { here, there, bucket, copy } = await given(mode)
      await here.request({ method: 'DELETE', bucket, key: 'a' })
      expect(await copy()).toMatchObject({ done: 0, skipped, failures: [] })
      expect(await there.keys(bucket)).toEqual([])
    }
  })
})

/** A server whose listings are these, by their markers. */
async function listing(pages: Record<string, string>, onTestFinished: (end: () => Promise<void>) => void) {
  const server = createServer(({ url = '' }, response) => {
    const query = new URL(url, 'http://any').searchParams
    const page = pages[query.get('continuation-token') ?? query.get('key-marker') ?? '']
    const name = query.has('versions') ? 'ListVersionsResult' : 'ListBucketResult'
    response.writeHead(page === undefined ? 400 : 200, { 'content-type': 'application/xml' })
    response.end(`<${name}><Name>any</Name><MaxKeys>1000</MaxKeys>${page}</${name}>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = new StorageEndpoint({ url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) })
  onTestFinished(async () => {
    await endpoint.close()
    server.close()
  })
  const storage = { endpoint, credentials: { accessKey: 'any', secretKey: 'any' } }
  return { source: { storage, bucket: 'any' }, target: { storage, bucket: 'any', server: 'Paris' } }
}

const OF_OBJECT = `<Key>a</Key><Size>1</Size><ETag>"${'a'.repeat(32)}"</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified>`
const OBJECT = `<Contents>${OF_OBJECT}</Contents>`
const VERSION = `<Version>${OF_OBJECT}<VersionId>1</VersionId><IsLatest>true</IsLatest></Version>`
const MORE = '<IsTruncated>true</IsTruncated>'
const END = '<IsTruncated>false</IsTruncated>'

describe('A listing', () => {
  test.for([
    [false, { '': `${MORE}<NextContinuationToken>t</NextContinuationToken>`, t: END + OBJECT }],
    [true, { '': `${MORE}<NextKeyMarker>t</NextKeyMarker>`, t: END + VERSION }],
  ] as const)('goes on after an empty page (with versions: %s)', async ([versions, pages], { onTestFinished }) => {
    const both = { ...(await listing(pages, onTestFinished)), mode: { ...PLAIN, versions } }
    expect(await nextKeys(both, '')).toMatchObject({ keys: [{ key: 'a' }], next: undefined })
  })

  test.for([
    [false, { '': MORE }],
    [
      false,
      {
        '': `${MORE}<NextContinuationToken>t</NextContinuationToken>`,
        t: `${MORE}<NextContinuationToken>t</NextContinuationToken>`,
      },
    ],
    [true, { '': MORE + VERSION }],
  ] as const)(
    'that doesn’t say how it goes on isn’t the end (with versions: %s)',
    async ([versions, pages], { onTestFinished }) => {
      const both = { ...(await listing(pages, onTestFinished)), mode: { ...PLAIN, versions } }
      await expect(nextKeys(both, '')).rejects.toMatchObject({ code: 'StorageUnreadable' })
    },
  )
})
