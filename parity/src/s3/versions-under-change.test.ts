/** The versions of a bucket in pages, while versions come and go at the current position of the listing. */
import { parseListMultipartUploads, parseListVersions } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { given, request } from '../target.ts'
import { BYPASS } from './locks.ts'
import { createUpload } from './multipart-upload.ts'

interface Bucket {
  bucket: string
  /** The versions of each key, the latest first. */
  of: Record<string, string[]>
}

/** Three versions of `a`, `b` and `c` each. */
async function filled(): Promise<Bucket> {
  const bucket = await given.bucket('Enabled')
  const of: Record<string, string[]> = {}
  for (const key of ['a', 'b', 'c']) {
    const ids = []
    for (const text of ['one', 'two', 'three']) ids.push(await given.version(bucket, key, text))
    of[key] = ids.toReversed()
  }
  return { bucket, of }
}

async function page(bucket: string, query: Record<string, string>) {
  const response = await request({ method: 'GET', bucket, query: { versions: '', 'encoding-type': 'url', ...query } })
  expect(response.status).toBe(200)
  return parseListVersions(response.text)
}

const remove = (bucket: string, key: string, versionId?: string) =>
  request({ method: 'DELETE', bucket, key, headers: BYPASS, ...(versionId !== undefined && { query: { versionId } }) })
const named = ({ versions }: Awaited<ReturnType<typeof page>>) =>
  versions.map(({ key, versionId }) => `${key} ${versionId}`)
const all = (of: Bucket['of'], keys: string[]) => keys.flatMap((key) => (of[key] ?? []).map((id) => `${key} ${id}`))

describe('the second page of versions', () => {
  /** The first page ends after the second version of `b`. */
  async function secondPage(change: (bucket: Bucket) => Promise<unknown>) {
    const filledBucket = await filled()
    const first = await page(filledBucket.bucket, { 'max-keys': '5' })
    expect(first.isTruncated).toBe(true)
    await change(filledBucket)
    const { nextKeyMarker = '', nextVersionIdMarker = '' } = first
    const markers = { 'key-marker': nextKeyMarker, 'version-id-marker': nextVersionIdMarker }
    return { ...filledBucket, second: await page(filledBucket.bucket, markers) }
  }

  test.each<[string, (bucket: Bucket) => Promise<unknown>]>([
    ['nothing happens', () => Promise.resolve()],
    ['its key gets another version', ({ bucket }) => given.version(bucket, 'b', 'four')],
    ['its key is deleted', ({ bucket }) => remove(bucket, 'b')],
    [
      'its key is deleted and written again',
      async ({ bucket }) => {
        await remove(bucket, 'b')
        await given.version(bucket, 'b', 'four')
      },
    ],
    ['the latest version of its key is deleted', ({ bucket, of }) => remove(bucket, 'b', of.b?.[0])],
    ['a key before it gets another version', ({ bucket }) => given.version(bucket, 'a', 'four')],
    [
      'a key before it is deleted entirely',
      async ({ bucket, of }) => {
        for (const id of of.a ?? []) await remove(bucket, 'a', id)
      },
    ],
    ['a key is added before it', ({ bucket }) => given.version(bucket, 'aa')],
    ['a folder is added before it', ({ bucket }) => given.version(bucket, 'a/below')],
    ['versioning is suspended', ({ bucket }) => given.versioning(bucket, 'Suspended')],
  ])('is the same when %s', async (_, change) => {
    const { second, of } = await secondPage(change)
    expect(named(second)).toEqual([`b ${of.b?.[2]}`, ...all(of, ['c'])])
    expect(second.isTruncated).toBe(false)
  })

  test.each<[string, (bucket: Bucket) => Promise<unknown>, (of: Bucket['of']) => string[]]>([
    ['the rest of its key is deleted', ({ bucket, of }) => remove(bucket, 'b', of.b?.[2]), (of) => all(of, ['c'])],
    [
      'a version of a key after it is deleted',
      ({ bucket, of }) => remove(bucket, 'c', of.c?.[1]),
      (of) => [`b ${of.b?.[2]}`, `c ${of.c?.[0]}`, `c ${of.c?.[2]}`],
    ],
    [
      'the keys after it are deleted',
      async ({ bucket, of }) => {
        for (const id of of.c ?? []) await remove(bucket, 'c', id)
      },
      (of) => [`b ${of.b?.[2]}`],
    ],
    [
      'everything goes',
      async ({ bucket, of }) => {
        for (const key of ['a', 'b', 'c']) for (const id of of[key] ?? []) await remove(bucket, key, id)
      },
      () => [],
    ],
  ])('has less when %s', async (_, change, expected) => {
    const { second, of } = await secondPage(change)
    expect(named(second)).toEqual(expected(of))
    expect(second.isTruncated).toBe(false)
  })

  test('returns a delete marker created in between', async () => {
    const { second } = await secondPage(({ bucket }) => remove(bucket, 'c'))
    expect(second.versions.map(({ key, isDeleteMarker, isLatest }) => [key, isDeleteMarker, isLatest])).toEqual([
      ['b', false, false],
      ['c', true, true],
      ['c', false, false],
      ['c', false, false],
      ['c', false, false],
    ])
  })

  test('returns versions written in between', async () => {
    const { second, bucket } = await secondPage(({ bucket }) => given.version(bucket, 'bb'))
    expect(second.versions.map(({ key }) => key)).toEqual(['b', 'bb', 'c', 'c', 'c'])
    expect((await page(bucket, { prefix: 'bb' })).versions).toHaveLength(1)
  })
})

describe('a listing of one folder', () => {
  test('is not affected by changes next to it', async () => {
    const bucket = await given.bucket('Enabled')
    for (const key of ['a/1', 'a/2', 'a/3', 'b']) await given.version(bucket, key)
    const first = await page(bucket, { prefix: 'a/', delimiter: '/', 'max-keys': '1' })
    for (const key of ['a-', 'a0', 'b', 'c/1']) await given.version(bucket, key)
    await remove(bucket, 'b')
    const { nextKeyMarker = '', nextVersionIdMarker = '' } = first
    const rest = await page(bucket, {
      prefix: 'a/',
      delimiter: '/',
      'key-marker': nextKeyMarker,
      'version-id-marker': nextVersionIdMarker,
    })
    expect([...first.versions, ...rest.versions].map(({ key }) => key)).toEqual(['a/1', 'a/2', 'a/3'])
  })

  test('contains a folder while anything is below it, deleted or not', async () => {
    const bucket = await given.bucket('Enabled')
    const versionId = await given.version(bucket, 'a/b')
    const folders = async () => (await page(bucket, { delimiter: '/' })).commonPrefixes
    expect(await folders()).toEqual(['a/'])
    const marker = (await remove(bucket, 'a/b')).headers['x-amz-version-id']
    expect(await folders()).toEqual(['a/'])
    await remove(bucket, 'a/b', versionId)
    expect(await folders()).toEqual(['a/'])
    await remove(bucket, 'a/b', marker)
    expect(await folders()).toEqual([])
  })
})

describe('incomplete uploads of a key', () => {
  const uploadsOf = async (bucket: string, query: Record<string, string> = {}) => {
    const response = await request({ method: 'GET', bucket, query: { uploads: '', prefix: 'k', ...query } })
    return parseListMultipartUploads(response.bytes)
  }
  const abort = (bucket: string, uploadId: string) =>
    request({ method: 'DELETE', bucket, key: 'k', query: { uploadId } })

  test.each<[string, (bucket: string, ids: string[]) => Promise<unknown>, number[]]>([
    ['nothing happens', () => Promise.resolve(), [2, 3]],
    ['the first is aborted', (bucket, [first = '']) => abort(bucket, first), [2, 3]],
    ['the last is aborted', (bucket, ids) => abort(bucket, ids.at(-1) ?? ''), [2]],
    ['the object is written', (bucket) => given.object(bucket, 'k'), [2, 3]],
  ])('continue after the second of four when %s', async (_, change, expected) => {
    const bucket = await given.bucket()
    const ids: string[] = []
    for (let count = 0; count < 4; count++) ids.push(await createUpload(bucket, 'k'))
    const first = await uploadsOf(bucket, { 'max-uploads': '2' })
    expect(first.uploads.map(({ uploadId }) => uploadId)).toEqual(ids.slice(0, 2))
    await change(bucket, ids)
    const { uploads } = await uploadsOf(bucket, { 'key-marker': 'k', 'upload-id-marker': ids[1] ?? '' })
    expect(uploads.map(({ uploadId }) => uploadId)).toEqual(expected.map((at) => ids[at]))
  })
})
