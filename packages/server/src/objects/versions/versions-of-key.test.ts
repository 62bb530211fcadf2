import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StorageEndpoint } from '@cooperage/storage-client'
import { expect, onTestFinished, test } from 'vitest'
import { versionsOfKey } from './versions-of-key.ts'

/** A bucket with `count` versions of the key `a`, and thousands of other keys that start with it. Returns what is listed of it. */
async function listed(count: number) {
  const all = [...Array.from({ length: count }, () => 'a'), ...Array.from({ length: 5_000 }, (_, at) => `a${at}`)]
  const version = (key: string, at: number) =>
    `<Version><Key>${key}</Key><VersionId>v${at}</VersionId><IsLatest>false</IsLatest><LastModified>2026-01-01T00:00:00Z</LastModified><ETag>"e"</ETag><Size>1</Size></Version>`
  const sent: number[] = []
  const server = createServer(({ url = '' }, response) => {
    const query = new URL(url, 'http://storage').searchParams
    const start = Number(query.get('version-id-marker')?.slice(1) ?? -1) + 1
    const end = start + Number(query.get('max-keys') ?? 1_000)
    const page = all.slice(start, end).map((key, at) => version(key, start + at))
    sent.push(page.length)
    const next = `<NextKeyMarker>${all[end - 1]}</NextKeyMarker><NextVersionIdMarker>v${end - 1}</NextVersionIdMarker>`
    response.end(
      `<ListVersionsResult><Name>b</Name><IsTruncated>${end < all.length}</IsTruncated>${next}${page.join('')}</ListVersionsResult>`,
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const endpoint = new StorageEndpoint({ url, profile: { kind: 's3', product: 'S3' } })
  onTestFinished(async () => {
    await endpoint.close()
    server.close()
  })
  const storage = { endpoint, credentials: { accessKey: 'a', secretKey: 'b' }, signal: AbortSignal.timeout(20_000) }
  let versions = 0
  for await (const page of versionsOfKey(storage, 'b', 'a')) versions += page.length
  return { versions, sent }
}

test('lists few others if thousands of keys start with the same characters', async () => {
  expect(await listed(3)).toEqual({ versions: 3, sent: [16] })
  expect(await listed(0)).toEqual({ versions: 0, sent: [16] })
})

test('lists all versions of a key, however many it has', async () => {
  expect((await listed(16)).versions).toBe(16)
  expect((await listed(2_500)).versions).toBe(2_500)
})
