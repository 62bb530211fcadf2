import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StorageEndpoint } from '@cooperage/storage-client'
import { onTestFinished } from 'vitest'

/** A storage server for a test whose bucket has a version for each of the keys, which are in order; and how many it sent each time. */
export async function versionedStorage(keys: readonly string[]) {
  const version = (key: string, at: number) =>
    `<Version><Key>${key}</Key><VersionId>v${at}</VersionId><IsLatest>false</IsLatest><LastModified>2026-01-01T00:00:00Z</LastModified><ETag>"e"</ETag><Size>1</Size></Version>`
  const sent: number[] = []
  const server = createServer(({ url = '' }, response) => {
    const query = new URL(url, 'http://storage').searchParams
    const start = Number(query.get('version-id-marker')?.slice(1) ?? -1) + 1
    const end = start + Number(query.get('max-keys') ?? 1_000)
    const page = keys.slice(start, end).map((key, at) => version(key, start + at))
    sent.push(page.length)
    const next = `<NextKeyMarker>${keys[end - 1]}</NextKeyMarker><NextVersionIdMarker>v${end - 1}</NextVersionIdMarker>`
    response.end(
      `<ListVersionsResult><Name>b</Name><IsTruncated>${end < keys.length}</IsTruncated>${next}${page.join('')}</ListVersionsResult>`,
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
  return { storage, sent }
}
