import { expect, onTestFinished, test } from 'vitest'
import { clientOf } from '../../test/scripted-server.ts'
import { StorageEndpoint } from '../endpoint.ts'
import { listObjectVersionsPage } from './list-object-versions.ts'

/** The response of versitygw 1.8 about an object that was written at 08:49:18 and again at 08:49:21. */
const version = (id: string, isLatest: boolean) =>
  `<Version><LastModified>2026-11-29T08:49:21Z</LastModified><ETag>"e"</ETag><IsLatest>${isLatest}</IsLatest><Key>a</Key><Size>3</Size><VersionId>${id}</VersionId></Version>`
const LATEST = '01M8K7X6QBMHPN8AQHR5A58D8X'
const EARLIER = '01M8K7X3SG9FMEXVCD2ZKXJ8XA'

async function timesAt(product: string, ids: readonly string[]): Promise<string[]> {
  const listed = ids.map((id, index) => version(id, index === 0)).join('')
  const body = `<ListVersionsResult><Name>bucket</Name><IsTruncated>false</IsTruncated>${listed}</ListVersionsResult>`
  const { client } = await clientOf((_request, response) => response.end(body))
  const endpoint = new StorageEndpoint({ url: client.endpoint.url, profile: { kind: 's3', product } })
  onTestFinished(() => endpoint.close())
  const { versions } = await listObjectVersionsPage({ ...client, endpoint }, 'bucket', {})
  return versions.map(({ lastModified }) => new Date(lastModified).toISOString().slice(11, 19))
}

test('an earlier version at versitygw has the time of its ID, because the server says when it was replaced', async () => {
  expect(await timesAt('versitygw', [LATEST, EARLIER])).toEqual(['08:49:21', '08:49:18'])
})

test('other servers and IDs that aren’t from versitygw are believed', async () => {
  expect(await timesAt('SeaweedFS', [LATEST, EARLIER])).toEqual(['08:49:21', '08:49:21'])
  // The last is an ID from the future.
  for (const id of ['null', 'not-a-ulid', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ']) {
    expect(await timesAt('versitygw', [LATEST, id])).toEqual(['08:49:21', '08:49:21'])
  }
})
