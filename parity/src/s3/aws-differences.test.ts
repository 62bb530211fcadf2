/** What the engine and MinIO both do against AWS's documentation, unless another file has a case for it. */
import { createHash } from 'node:crypto'
import { accountsOf, allow, send, texts, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { againstAws, given, request, target } from '../target.ts'
import { governance, lockedBucket } from './locks.ts'

const OK = '200'

const bucket = await given.bucket()

describe('keys:', () => {
  const BAD_SEGMENT = '400 XMinioInvalidResourceName'

  test.each(['.', '..', './a', 'a/./b', 'a/../b'])('%s is refused', async (key) => {
    const response = await request({ method: 'PUT', path: `/${bucket}/${key}`, body: 'text' })
    expect(response.outcome).toBe(againstAws(BAD_SEGMENT, 'dotSegments'))
  })

  test('a slash in front is ignored', async () => {
    await request({ method: 'PUT', path: `/${bucket}//slash`, body: 'text' })
    const { text } = await request({ method: 'GET', bucket, key: 'slash' })
    expect(text).toBe(againstAws('text', 'leadingSlash'))
  })
})

describe('objects:', () => {
  const put = (headers: Record<string, string>) =>
    request({ method: 'PUT', bucket, key: 'object', body: 'text', headers })

  test('If-None-Match compares an ETag', async () => {
    const { headers } = await put({})
    expect((await put({ 'if-none-match': '"another"' })).status).toBe(againstAws(200, 'ifNoneMatchEtag'))
    expect((await put({ 'if-none-match': headers.etag ?? '' })).status).toBe(412)
  })

  test.each(['STANDARD_IA', 'GLACIER'])('the storage class %s is refused', async (storageClass) => {
    const expected = againstAws('400 InvalidStorageClass', 'storageClasses')
    expect((await put({ 'x-amz-storage-class': storageClass })).outcome).toBe(expected)
  })

  test('without a checksum have none', async () => {
    await put({})
    const { headers } = await request({
      method: 'HEAD',
      bucket,
      key: 'object',
      headers: { 'x-amz-checksum-mode': 'ENABLED' },
    })
    expect(headers['x-amz-checksum-crc64nvme']).toBe(againstAws(undefined, 'defaultChecksum'))
  })

  test.each(['GET', 'HEAD'])(
    'that are missing are missing to whoever may read them, but not list: %s',
    async (method) => {
      const credentials = await accountsOf(target).allowed(allow(['s3:GetObject'], `${bucket}/*`))
      const response = await request({ method, bucket, key: 'missing', credentials })
      expect(response.outcome).toBe(againstAws('404 NoSuchKey', 'missingObject'))
    },
  )

  test('an ACL is ignored', async () => {
    expect((await put({ 'x-amz-acl': 'public-read' })).outcome).toBe(againstAws(OK, 'ignoredAcls'))
  })

  test('have one part in GetObjectAttributes', async () => {
    await put({})
    const headers = { 'x-amz-object-attributes': 'ObjectParts' }
    const { text } = await request({ method: 'GET', bucket, key: 'object', query: { attributes: '' }, headers })
    expect(texts(text, 'PartNumber')).toEqual(againstAws(['1'], 'partsOfAttributes'))
  })

  test('a tag of AWS is accepted', async () => {
    expect((await put({ 'x-amz-tagging': 'aws:team=a' })).outcome).toBe(againstAws(OK, 'reservedTags'))
  })
})

describe('permissions:', () => {
  const userWith = (action: string, of: string) => accountsOf(target).allowed(allow([action], `${of}/*`))

  test.each([
    ['s3:GetObject', 'GET', 200],
    ['s3:DeleteObject', 'DELETE', 204],
  ])('%s is enough for a version', async (action, method, status) => {
    const own = await given.bucket('Enabled')
    const query = { versionId: await given.version(own, 'k') }
    const response = await request({ method, bucket: own, key: 'k', query, credentials: await userWith(action, own) })
    expect(response.status).toBe(againstAws(status, 'versionActions'))
  })

  test('s3:PutObject is enough for an object with tags', async () => {
    const response = await request({
      method: 'PUT',
      bucket,
      key: 'tagged',
      body: 'text',
      headers: { 'x-amz-tagging': 'a=b' },
      credentials: await userWith('s3:PutObject', bucket),
    })
    expect(response.outcome).toBe(againstAws(OK, 'tagsOfUploads'))
  })
})

describe('object lock:', () => {
  test('a retention needs no digest, and its version is not deleted', async () => {
    const locked = await lockedBucket()
    const stored = await request({ method: 'PUT', bucket: locked, key: 'k', body: 'text', headers: governance() })
    expect(stored.outcome).toBe(againstAws(OK, 'lockWithoutDigest'))
    const versionId = stored.headers['x-amz-version-id'] ?? ''
    const response = await request({ method: 'DELETE', bucket: locked, key: 'k', query: { versionId } })
    expect(response.outcome).toBe(againstAws('400 InvalidRequest', 'lockedVersions'))
  })

  test('is not enabled later', async () => {
    const own = await given.bucket('Enabled')
    const body = '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>'
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    const response = await request({ method: 'PUT', bucket: own, query: { 'object-lock': '' }, body, headers })
    const expected = againstAws('409 InvalidBucketState', 'lockOfExistingBuckets')
    expect(response.outcome).toBe(expected)
  })
})

describe('listings:', () => {
  test('NextMarker is returned without a delimiter', async () => {
    const own = await given.bucket()
    for (const key of ['a', 'b']) await given.object(own, key)
    const { text } = await request({ method: 'GET', bucket: own, query: { 'max-keys': '1' } })
    expect(text.includes('<NextMarker>a')).toBe(againstAws(true, 'nextMarker'))
  })

  test('a page has up to 10,000 parts', async () => {
    const created = await request({ method: 'POST', bucket, key: 'upload', query: { uploads: '' } })
    const uploadId = /<UploadId>(.*?)</.exec(created.text)?.[1] ?? ''
    const { text } = await request({ method: 'GET', bucket, key: 'upload', query: { uploadId } })
    expect(/<MaxParts>(\d+)</.exec(text)?.[1]).toBe(againstAws('10000', 'longPages'))
  })
})

describe('buckets:', () => {
  const create = (name: string, body = '') => request({ method: 'PUT', bucket: name, body })

  test.each(['xn--', 'sthree-'])('a name that begins with %s is accepted', async (prefix) => {
    expect((await create(`${prefix}${uniqueName()}`)).outcome).toBe(againstAws(OK, 'reservedBucketNames'))
  })

  test('a name that ends with -s3alias is accepted', async () => {
    expect((await create(`${uniqueName()}-s3alias`)).outcome).toBe(againstAws(OK, 'reservedBucketNames'))
  })

  test('one of your own is not created twice', async () => {
    const expected = againstAws('409 BucketAlreadyOwnedByYou', 'bucketTwice')
    expect((await create(bucket)).outcome).toBe(expected)
  })

  test('the location constraint of another region is accepted', async () => {
    const body =
      '<CreateBucketConfiguration><LocationConstraint>eu-west-1</LocationConstraint></CreateBucketConfiguration>'
    expect((await create(uniqueName(), body)).outcome).toBe(againstAws(OK, 'otherLocation'))
  })

  test('a new one is not encrypted', async () => {
    const response = await request({ method: 'GET', bucket, query: { encryption: '' } })
    const code = 'ServerSideEncryptionConfigurationNotFoundError'
    expect(response.outcome).toBe(againstAws(`404 ${code}`, 'defaultEncryption'))
  })

  test('are found with a signature for another region', async () => {
    expect((await request({ method: 'GET', bucket, region: 'eu-west-1' })).outcome).toBe(againstAws(OK, 'otherRegions'))
  })

  test('one that doesn’t exist is not revealed to anonymous callers', async () => {
    const response = await send({ url: target.url, method: 'GET', bucket: uniqueName(), key: 'a' })
    expect(response.outcome).toBe(againstAws('403 AccessDenied', 'hiddenBuckets'))
  })
})
