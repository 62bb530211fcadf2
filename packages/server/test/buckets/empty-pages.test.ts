/** However large a bucket is, emptying it keeps only a few pages of names in memory. */
import { writeDeleteResult, writeListVersions } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { accountDocument, aliceAt, scriptedStorage, stsKeys } from '../scripted-storage.ts'

const PAGES = 40
const KEYS_OF_PAGE = 1000
/** Pages of names arrive much faster, so code that doesn't wait for deletions would buffer many of them. */
const DELETION_MS = 300
/** Four pages that are being deleted, and the next one; one more may just have been requested. */
const MOST_PAGES = 6

const keyOf = (page: number, index: number) => `${String(page).padStart(4, '0')}/${String(index).padStart(4, '0')}`

function versionsBehind(marker: string): string {
  const page = marker === '' ? 0 : Number(marker.slice(0, 4)) + 1
  const isTruncated = page + 1 < PAGES
  const version = (_: unknown, index: number) => ({
    key: keyOf(page, index),
    versionId: 'null',
    isLatest: true,
    isDeleteMarker: false,
    size: 1,
    etag: 'e',
    lastModified: 1_700_000_000_000,
  })
  return writeListVersions({
    bucket: 'photos',
    prefix: '',
    keyMarker: marker,
    versionIdMarker: '',
    ...(isTruncated ? { nextKeyMarker: keyOf(page, KEYS_OF_PAGE - 1), nextVersionIdMarker: 'null' } : {}),
    maxKeys: KEYS_OF_PAGE,
    isTruncated,
    versions: Array.from({ length: KEYS_OF_PAGE }, version),
    commonPrefixes: [],
  })
}

test('emptying a bucket lists names only as fast as they are deleted', async () => {
  let [listed, deleted, most] = [0, 0, 0]
  const storage = await scriptedStorage(({ url = '', method = '' }, response) => {
    const { pathname, searchParams: query } = new URL(url, 'http://storage')
    if (pathname.includes('accountinfo')) {
      response.end(accountDocument({ Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
    } else if (pathname === '/') response.end(stsKeys())
    else if (method === 'POST') {
      setTimeout(() => {
        deleted += 1
        response.end(writeDeleteResult({ deleted: [], failed: [] }))
      }, DELETION_MS)
    } else if (query.has('versions')) {
      listed += 1
      most = Math.max(most, listed - deleted)
      response.end(versionsBehind(query.get('key-marker') ?? ''))
    } else response.end('<ListMultipartUploadsResult/>')
  })
  const user = await aliceAt(storage)

  let sum = 0
  let next = { stage: 'versions', after: '' }
  while (next.stage !== 'done') {
    // A call starts with nothing: what the previous one read ahead and didn't delete is listed again.
    ;[listed, deleted] = [0, 0]
    const reply = await user.call('POST', '/api/v1/buckets/photos/empty', { json: { name: 'photos', ...next } })
    expect([reply.status, reply.json]).toMatchObject([200, { next: {} }])
    const part = reply.json as { deleted: number; next: typeof next }
    sum += part.deleted
    next = part.next
  }
  expect(sum).toBe(PAGES * KEYS_OF_PAGE)
  expect(most).toBeLessThanOrEqual(MOST_PAGES)
})
