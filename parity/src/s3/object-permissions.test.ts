/** The permissions that each call on objects and versions requires, tested with sessions with and without them. */
import type { SendOptions, TestResponse } from '@cooperage/testkit'
import { parseListObjectsV2 } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { differs, given, request } from '../target.ts'
import { createUpload, putPart } from './multipart-upload.ts'

interface Rule {
  Effect: 'Allow' | 'Deny'
  Action: string[]
  Condition?: object
}

type SendRequest = (options: Omit<SendOptions, 'url'>) => Promise<TestResponse>

/** Sends a request with a session that has these statements on all resources. */
async function sessionWith(...rules: Rule[]): Promise<SendRequest> {
  const Statement = rules.map((rule) => ({ ...rule, Resource: ['arn:aws:s3:::*'] }))
  const policy = JSON.stringify({ Version: '2012-10-17', Statement })
  const { accessKey, secretKey, sessionToken } = await assumeRole({ policy })
  const credentials = { accessKey, secretKey, sessionToken }
  return (options) => request({ credentials, ...options })
}

const allow = (...actions: string[]): Rule => ({ Effect: 'Allow', Action: actions })
const deny = (...actions: string[]): Rule => ({ Effect: 'Deny', Action: actions })
const denied = '403 AccessDenied'

/** A bucket with two versions of `k` and an upload in progress. */
async function filled() {
  const bucket = await given.bucket('Enabled')
  const versionId = await given.version(bucket, 'k', 'one', { 'x-amz-tagging': 'team=red' })
  await given.version(bucket, 'k', 'two', { 'x-amz-tagging': 'team=red' })
  const uploadId = await createUpload(bucket, 'up')
  return { bucket, versionId, uploadId }
}

type Filled = Awaited<ReturnType<typeof filled>>
type Request = (of: Filled) => Omit<SendOptions, 'url'>

/** A call and all actions that it requires. */
const CALLS: [name: string, actions: string[], request: Request][] = [
  ['GetObject', ['s3:GetObject'], ({ bucket }) => ({ method: 'GET', bucket, key: 'k' })],
  ['HeadObject', ['s3:GetObject'], ({ bucket }) => ({ method: 'HEAD', bucket, key: 'k' })],
  [
    'GetObject of a version',
    ['s3:GetObject'],
    ({ bucket, versionId }) => ({ method: 'GET', bucket, key: 'k', query: { versionId } }),
  ],
  ['PutObject', ['s3:PutObject'], ({ bucket }) => ({ method: 'PUT', bucket, key: 'new', body: 'x' })],
  [
    'PutObject with tags',
    ['s3:PutObject'],
    ({ bucket }) => ({ method: 'PUT', bucket, key: 'new', body: 'x', headers: { 'x-amz-tagging': 'a=b' } }),
  ],
  ['DeleteObject', ['s3:DeleteObject'], ({ bucket }) => ({ method: 'DELETE', bucket, key: 'k' })],
  [
    'DeleteObject of a version',
    ['s3:DeleteObject', 's3:DeleteObjectVersion'],
    ({ bucket, versionId }) => ({ method: 'DELETE', bucket, key: 'k', query: { versionId } }),
  ],
  [
    'CopyObject',
    ['s3:PutObject', 's3:GetObject'],
    ({ bucket }) => ({ method: 'PUT', bucket, key: 'new', headers: { 'x-amz-copy-source': `${bucket}/k` } }),
  ],
  [
    'UploadPartCopy',
    ['s3:PutObject', 's3:GetObject'],
    ({ bucket, uploadId }) => ({
      method: 'PUT',
      bucket,
      key: 'up',
      query: { uploadId, partNumber: '1' },
      headers: { 'x-amz-copy-source': `${bucket}/k` },
    }),
  ],
  [
    'GetObjectAttributes',
    ['s3:GetObjectAttributes', 's3:GetObject'],
    ({ bucket }) => ({
      method: 'GET',
      bucket,
      key: 'k',
      query: { attributes: '' },
      headers: { 'x-amz-object-attributes': 'ETag' },
    }),
  ],
  [
    'GetObjectAttributes of a version',
    ['s3:GetObjectVersionAttributes', 's3:GetObjectVersion'],
    ({ bucket, versionId }) => ({
      method: 'GET',
      bucket,
      key: 'k',
      query: { attributes: '', versionId },
      headers: { 'x-amz-object-attributes': 'ETag' },
    }),
  ],
  [
    'GetBucketVersioning',
    ['s3:GetBucketVersioning'],
    ({ bucket }) => ({ method: 'GET', bucket, query: { versioning: '' } }),
  ],
  [
    'PutBucketVersioning',
    ['s3:PutBucketVersioning'],
    ({ bucket }) => ({
      method: 'PUT',
      bucket,
      query: { versioning: '' },
      body: '<VersioningConfiguration><Status>Suspended</Status></VersioningConfiguration>',
    }),
  ],
  [
    'ListMultipartUploads',
    ['s3:ListBucketMultipartUploads'],
    ({ bucket }) => ({ method: 'GET', bucket, query: { uploads: '' } }),
  ],
  [
    'ListParts',
    ['s3:ListMultipartUploadParts'],
    ({ bucket, uploadId }) => ({ method: 'GET', bucket, key: 'up', query: { uploadId } }),
  ],
  [
    'AbortMultipartUpload',
    ['s3:AbortMultipartUpload'],
    ({ bucket, uploadId }) => ({ method: 'DELETE', bucket, key: 'up', query: { uploadId } }),
  ],
]

describe('a session', () => {
  test.each(CALLS)('requires for %s: %j', async (_, actions, request) => {
    const options = request(await filled())
    for (const missing of actions) {
      const without = await sessionWith(allow('s3:*'), deny(missing))
      expect((await without(options)).outcome).toBe(denied)
    }
    const just = await sessionWith(allow(...actions))
    expect((await just(options)).code).toBeUndefined()
  })

  test('can delete the object but no version when that is denied', async () => {
    const { bucket, versionId } = await filled()
    const session = await sessionWith(allow('s3:DeleteObject'), deny('s3:DeleteObjectVersion'))
    expect((await session({ method: 'DELETE', bucket, key: 'k', query: { versionId } })).outcome).toBe(denied)
    expect((await session({ method: 'DELETE', bucket, key: 'k' })).status).toBe(204)
  })

  test('can list versions when it may list objects', async () => {
    const { bucket } = await filled()
    const session = await sessionWith(allow('s3:ListBucket'))
    const options = { method: 'GET', bucket, query: { versions: '' } }
    expect((await session(options)).status).toBe(200)
    const versions = await sessionWith(allow('s3:ListBucketVersions'))
    expect((await versions(options)).status).toBe(200)
    const neither = await sessionWith(allow('s3:*'), deny('s3:ListBucketVersions', 's3:ListBucket'))
    expect((await neither(options)).outcome).toBe(denied)
  })

  test('cannot list versions when that is denied', async () => {
    const { bucket } = await filled()
    const session = await sessionWith(allow('s3:*'), deny('s3:ListBucketVersions'))
    expect((await session({ method: 'GET', bucket, query: { versions: '' } })).outcome).toBe(
      differs({ engine: denied, minio: '200' }, 'a Deny wins; in MinIO the older action name still allows it'),
    )
  })

  test('can read depending on object tags', async () => {
    const { bucket } = await filled()
    await given.object(bucket, 'blue', 'x', { 'x-amz-tagging': 'team=blue' })
    await given.object(bucket, 'none', 'x')
    const Condition = { StringEquals: { 's3:ExistingObjectTag/team': 'red' } }
    const session = await sessionWith({ ...allow('s3:GetObject'), Condition })
    const read = async (method: string, key: string) => (await session({ method, bucket, key })).status
    for (const method of ['GET', 'HEAD']) {
      expect([await read(method, 'k'), await read(method, 'blue'), await read(method, 'none')]).toEqual([200, 403, 403])
    }
  })

  test('gets no information about missing objects when it may not read', async () => {
    const { bucket } = await filled()
    const session = await sessionWith(allow('s3:PutObject'))
    for (const method of ['GET', 'HEAD']) {
      expect((await session({ method, bucket, key: 'nothing' })).outcome).toBe(denied)
    }
    const attributes = { query: { attributes: '' }, headers: { 'x-amz-object-attributes': 'ETag' } }
    const reader = await sessionWith(allow('s3:GetObject', 's3:GetObjectAttributes'))
    expect((await reader({ method: 'GET', bucket, key: 'nothing', ...attributes })).outcome).toBe(denied)
  })

  test('can upload a part and complete when it may write', async () => {
    const { bucket, uploadId } = await filled()
    const session = await sessionWith(allow('s3:PutObject'))
    const part = await session({ method: 'PUT', bucket, key: 'up', query: { uploadId, partNumber: '1' }, body: 'x' })
    expect(part.status).toBe(200)
    const reader = await sessionWith(allow('s3:GetObject'))
    expect((await reader({ method: 'POST', bucket, key: 'up', query: { uploadId }, body: '<x/>' })).outcome).toBe(
      denied,
    )
    expect((await putPart(bucket, 'up', uploadId, 1, 'x')).status).toBe(200)
  })

  test('gets only readable metadata and tags in a listing', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'x', { 'x-amz-meta-a': '1', 'x-amz-tagging': 't=1' })
    const listed = async (...rules: Rule[]) => {
      const session = await sessionWith(allow('s3:ListBucket'), ...rules)
      const { bytes } = await session({ method: 'GET', bucket, query: { 'list-type': '2', metadata: 'true' } })
      return parseListObjectsV2(bytes).objects[0]?.metadata
    }
    const headers = { 'content-type': 'binary/octet-stream', 'x-amz-meta-a': '1' }
    expect(await listed()).toBeUndefined()
    expect(await listed(allow('s3:GetObject'))).toEqual({ headers })
    expect(await listed(allow('s3:GetObjectTagging'))).toEqual({ tags: 't=1' })
    expect(await listed(allow('s3:GetObject', 's3:GetObjectTagging'))).toEqual({ headers, tags: 't=1' })
  })
})

describe('A Deny of one version of an object applies', () => {
  const source = ({ bucket, versionId }: Filled) => ({ 'x-amz-copy-source': `${bucket}/k?versionId=${versionId}` })
  const denied = ({ versionId }: Filled) =>
    sessionWith(allow('s3:*'), {
      ...deny('s3:GetObject', 's3:GetObjectVersion'),
      Condition: { StringEquals: { 's3:versionid': versionId } },
    })

  test('for CopyObject with another version in its query, which the engine rejects by name', async () => {
    const of = await filled()
    const requestAs = await denied(of)
    const headers = source(of)
    const response = await requestAs({
      method: 'PUT',
      bucket: of.bucket,
      key: 'new',
      headers,
      query: { versionId: 'null' },
    })
    expect(response.status).toBe(differs({ engine: 501, minio: 200 }, 'MinIO compares the raw version in the query'))
  })

  test.each<[string, Request, number]>([
    ['for GetObject', ({ bucket, versionId }) => ({ method: 'GET', bucket, key: 'k', query: { versionId } }), 403],
    [
      'for GetObject in upper case',
      ({ bucket, versionId }) => ({ method: 'GET', bucket, key: 'k', query: { versionId: versionId.toUpperCase() } }),
      200,
    ],
    ['for CopyObject', (of) => ({ method: 'PUT', bucket: of.bucket, key: 'new', headers: source(of) }), 403],
    [
      'for UploadPartCopy',
      (of) => ({
        method: 'PUT',
        bucket: of.bucket,
        key: 'up',
        query: { uploadId: of.uploadId, partNumber: '1' },
        headers: source(of),
      }),
      403,
    ],
  ])('%s', async (_, request, minio) => {
    const of = await filled()
    const requestAs = await denied(of)

    expect((await requestAs({ method: 'GET', bucket: of.bucket, key: 'k' })).status).toBe(200)
    expect((await requestAs(request(of))).status).toBe(
      differs({ engine: 403, minio }, 'MinIO compares the raw version in the query'),
    )
  })
})
