/**
 * Access control lists as S3 has had them since 2023: the owner of the bucket owns every object in it, so a list can grant
 * full control to the owner and nothing else. Policies grant all other access. Applications that send an ACL with every
 * upload still work: such an ACL is ignored.
 */
import { texts } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { postForm } from '../form.ts'
import { assumeRole } from '../sts/session.ts'
import { differs, given, request } from '../target.ts'

const bucket = await given.bucket()
await given.object(bucket, 'k')

const OK = '200'
const NOT_SUPPORTED = '400 AccessControlListNotSupported'
const NOT_IMPLEMENTED = '501 NotImplemented'
const MALFORMED = '400 MalformedXML'

const OWNER_ENFORCED = 'the engine responds like S3 with the setting "bucket owner enforced", which is its default'
const HELD = 'an ACL that grants anything to someone else must not be accepted and ignored'

const ACCEPTED = ['private', 'bucket-owner-full-control']
const OTHERS = ['public-read', 'public-read-write', 'authenticated-read', 'bucket-owner-read', 'nonsense']

const OWNER_ID = '02d6176db174dc93cb1b899f7c6078f08654445fe8cf1b6ce98d8855f66bdbf4'
const TYPES = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type='

function grant(grantee: string, permission = 'FULL_CONTROL', type = 'CanonicalUser'): string {
  return `<Grant><Grantee ${TYPES}"${type}">${grantee}</Grantee><Permission>${permission}</Permission></Grant>`
}
function list(grants: string, owner = ''): string {
  return `<AccessControlPolicy xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Owner><ID>${owner}</ID></Owner><AccessControlList>${grants}</AccessControlList></AccessControlPolicy>`
}
const everybody = grant('<URI>http://acs.amazonaws.com/groups/global/AllUsers</URI>', 'READ', 'Group')

describe.each([
  ['a bucket', undefined],
  ['an object', 'k'],
] as const)('The ACL of %s', (_, key) => {
  const of = { bucket, ...(key === undefined ? {} : { key }), query: { acl: '' } }
  const read = () => request({ ...of, bucket, method: 'GET' })
  const write = (headers: Record<string, string> = {}, body = '') =>
    request({ ...of, bucket, method: 'PUT', headers, body })

  test('grants its owner full control', async () => {
    const response = await read()
    expect(response.outcome).toBe(OK)
    expect([texts(response.text, 'Permission'), texts(response.text, 'Type')]).toEqual([
      ['FULL_CONTROL'],
      ['CanonicalUser'],
    ])
  })

  test('can be written back unchanged', async () => {
    const { text } = await read()
    expect((await write({}, text)).outcome).toBe(OK)
    expect((await read()).text).toBe(text)
  })

  test('is accepted as private', async () => {
    expect((await write({ 'x-amz-acl': 'private' })).outcome).toBe(OK)
  })

  test('is accepted as bucket-owner-full-control', async () => {
    const response = await write({ 'x-amz-acl': 'bucket-owner-full-control' })
    expect(response.outcome).toBe(differs({ engine: OK, minio: NOT_IMPLEMENTED }, OWNER_ENFORCED))
  })

  test.each(OTHERS)('is rejected as %s', async (acl) => {
    const response = await write({ 'x-amz-acl': acl })
    expect(response.outcome).toBe(differs({ engine: NOT_SUPPORTED, minio: NOT_IMPLEMENTED }, OWNER_ENFORCED))
  })

  test.each(['read', 'write', 'read-acp', 'write-acp', 'full-control'])(
    'is rejected as a grant of %s',
    async (right) => {
      const response = await write({ [`x-amz-grant-${right}`]: 'id=somebody' })
      expect(response.outcome).toBe(differs({ engine: NOT_SUPPORTED, minio: MALFORMED }, OWNER_ENFORCED))
    },
  )

  test.each([
    ['by id', list(grant(`<ID>${OWNER_ID}</ID><DisplayName>minio</DisplayName>`), OWNER_ID)],
    ['twice', list(grant('') + grant(`<ID>${OWNER_ID}</ID>`))],
  ])('accepts a document that grants the owner full control %s', async (_, body) => {
    expect((await write({}, body)).outcome).toBe(OK)
  })

  test.each([
    ['grants the owner less than full control', list(grant('', 'READ')), NOT_IMPLEMENTED],
    ['grants everyone something', list(everybody), NOT_IMPLEMENTED],
    ['grants nothing', list(''), NOT_IMPLEMENTED],
    ['grants everyone something too', list(grant('') + everybody), OK],
    ['grants someone else full control', list(grant('<ID>somebody</ID>')), OK],
    ['names a grantee by email address', list(grant('<EmailAddress>a@b.c</EmailAddress>')), OK],
    ['changes the owner of the bucket', list(grant(''), 'somebody'), OK],
  ])('is rejected as a document that %s', async (_, body, minio) => {
    expect((await write({}, body)).outcome).toBe(
      differs({ engine: NOT_SUPPORTED, minio }, minio === OK ? HELD : OWNER_ENFORCED),
    )
  })

  test('is checked in both the header and the document', async () => {
    const response = await write({ 'x-amz-acl': 'private' }, list(everybody))
    expect(response.outcome).toBe(differs({ engine: NOT_SUPPORTED, minio: OK }, HELD))
  })

  test.each(['', '<AccessControlPolicy>'])('is malformed as %j', async (body) => {
    expect((await write({}, body)).outcome).toBe(MALFORMED)
    expect((await write({ 'x-amz-acl': '' }, body)).outcome).toBe(MALFORMED)
  })

  test('is malformed as another document', async () => {
    expect((await write({}, '<Tagging/>')).outcome).toBe(
      differs({ engine: MALFORMED, minio: '500 InternalError' }, 'a client error is not a server error'),
    )
  })

  test('requires the permissions on the bucket policy', async () => {
    const outcomes = async (action: string) => {
      const resource = `arn:aws:s3:::${bucket}`
      const statement = { Effect: 'Allow', Action: action, Resource: [resource, `${resource}/*`] }
      const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
      const credentials = await assumeRole({ policy })
      const written = await request({ ...of, bucket, method: 'PUT', headers: { 'x-amz-acl': 'private' }, credentials })
      const { status } = await request({ ...of, bucket, method: 'GET', credentials })
      return { read: status, written: written.status }
    }
    expect(await outcomes('s3:GetBucketPolicy')).toEqual({ read: 200, written: 403 })
    expect(await outcomes('s3:PutBucketPolicy')).toEqual({ read: 403, written: 200 })
    expect(await outcomes('s3:*Object')).toEqual({ read: 403, written: 403 })
  })
})

describe('The ACL of a missing resource', () => {
  test.each([
    ['bucket', { bucket: 'parity-no-such-bucket' }, 'NoSuchBucket'],
    ['bucket of an object', { bucket: 'parity-no-such-bucket', key: 'k' }, 'NoSuchBucket'],
  ])('%s', async (_, of, code) => {
    const missing = `404 ${code}`
    expect((await request({ ...of, method: 'GET', query: { acl: '' } })).outcome).toBe(missing)
    const headers = { 'x-amz-acl': 'private' }
    expect((await request({ ...of, method: 'PUT', query: { acl: '' }, headers })).outcome).toBe(missing)
  })

  test('object, and deleted object', async () => {
    const versioned = await given.bucket('Enabled')
    await given.object(versioned, 'deleted')
    await request({ method: 'DELETE', bucket: versioned, key: 'deleted' })
    for (const key of ['missing', 'deleted']) {
      const of = { bucket: versioned, key, query: { acl: '' } }
      const missing = '404 NoSuchKey'
      expect((await request({ ...of, method: 'GET' })).outcome).toBe(missing)
      expect((await request({ ...of, method: 'PUT', headers: { 'x-amz-acl': 'private' } })).outcome).toBe(missing)
    }
  })

  test('version', async () => {
    const query = { acl: '', versionId: '8dbf3b4c-2b4a-4a55-a1a5-1e0e5e3f4a21' }
    const expected = differs({ engine: '404 NoSuchVersion', minio: OK }, 'MinIO ignores it')
    expect((await request({ method: 'GET', bucket, key: 'k', query })).outcome).toBe(expected)
    const headers = { 'x-amz-acl': 'private' }
    expect((await request({ method: 'PUT', bucket, key: 'k', query, headers })).outcome).toBe(expected)
  })
})

describe('An ACL with', () => {
  let made = 0
  const writers: Record<string, (headers: Record<string, string>) => ReturnType<typeof request>> = {
    PutObject: (headers) => request({ method: 'PUT', bucket, key: 'put', headers, body: 'x' }),
    CopyObject: (headers) =>
      request({ method: 'PUT', bucket, key: 'copy', headers: { ...headers, 'x-amz-copy-source': `/${bucket}/k` } }),
    CreateMultipartUpload: (headers) =>
      request({ method: 'POST', bucket, key: 'parts', query: { uploads: '' }, headers }),
    CreateBucket: (headers) => request({ method: 'PUT', bucket: `${bucket}-${made++}`, headers }),
  }

  test.each(Object.entries(writers))('%s is ignored, whatever it grants', async (_, write) => {
    for (const acl of [...ACCEPTED, ...OTHERS, '']) expect((await write({ 'x-amz-acl': acl })).outcome).toBe(OK)
    for (const right of ['read', 'full-control']) {
      expect(
        (await write({ [`x-amz-grant-${right}`]: 'uri=http://acs.amazonaws.com/groups/global/AllUsers' })).outcome,
      ).toBe(OK)
    }
  })

  test('an upload makes nothing public', async () => {
    const created = `${bucket}-public`
    await request({ method: 'PUT', bucket: created, headers: { 'x-amz-acl': 'public-read-write' } })
    for (const acl of ['public-read', 'public-read-write']) {
      await given.object(created, 'k', 'x', { 'x-amz-acl': acl })
      const denied = '403 AccessDenied'
      const anonymous = { bucket: created, credentials: undefined }
      expect((await request({ ...anonymous, method: 'GET', key: 'k' })).outcome).toBe(denied)
      expect((await request({ ...anonymous, method: 'GET' })).outcome).toBe(denied)
      expect((await request({ ...anonymous, method: 'PUT', key: 'other', body: 'x' })).outcome).toBe(denied)
      const { text } = await request({ method: 'GET', bucket: created, key: 'k', query: { acl: '' } })
      expect(texts(text, 'Permission')).toEqual(['FULL_CONTROL'])
    }
  })

  test.each([
    ['acl', 'private'],
    ['acl', 'bucket-owner-full-control'],
    ['acl', 'public-read'],
    ['x-amz-acl', 'public-read'],
    ['x-amz-grant-read', 'id=somebody'],
  ])('a form is ignored: %s: %s', async (name, value) => {
    expect((await postForm(bucket, { key: 'form', fields: { [name]: value } })).outcome).toBe('204')
  })
})

describe('Object ownership', () => {
  const of = (method: string, ownership?: string) =>
    request({
      method,
      bucket,
      query: { ownershipControls: '' },
      ...(ownership === undefined ? {} : { body: controls(ownership) }),
    })
  const controls = (ownership: string) =>
    `<OwnershipControls xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Rule><ObjectOwnership>${ownership}</ObjectOwnership></Rule></OwnershipControls>`
  const CREATES = 'MinIO does not know the sub-resource and takes the request for CreateBucket'
  const UNKNOWN = 'MinIO does not implement it'

  test('is that of the bucket owner', async () => {
    const response = await of('GET')
    expect(response.outcome).toBe(differs({ engine: OK, minio: NOT_IMPLEMENTED }, UNKNOWN))
    expect(texts(response.text, 'ObjectOwnership')).toEqual(
      differs({ engine: ['BucketOwnerEnforced'], minio: [] }, UNKNOWN),
    )
  })

  test('is accepted as that of the bucket owner', async () => {
    expect((await of('PUT', 'BucketOwnerEnforced')).outcome).toBe(differs({ engine: OK, minio: MALFORMED }, CREATES))
  })

  test.each(['BucketOwnerPreferred', 'ObjectWriter'])('is refused as %s', async (ownership) => {
    expect((await of('PUT', ownership)).outcome).toBe(
      differs({ engine: NOT_IMPLEMENTED, minio: MALFORMED }, 'ACLs have no effect, so no other owner is possible'),
    )
  })

  test.each(['', '<OwnershipControls/>', controls('nonsense'), controls('') + controls('')])(
    'is malformed as %j',
    async (body) => {
      const response = await request({ method: 'PUT', bucket, query: { ownershipControls: '' }, body })
      // Without a body, MinIO tries to create the bucket.
      const exists = '409 BucketAlreadyOwnedByYou'
      expect(response.outcome).toBe(body === '' ? differs({ engine: MALFORMED, minio: exists }, CREATES) : MALFORMED)
    },
  )

  test('is reset to the default when it is deleted', async () => {
    const reset = await given.bucket()
    const query = { ownershipControls: '' }
    const deleted = '204'
    expect((await request({ method: 'DELETE', bucket: reset, query })).outcome).toBe(deleted)
    expect((await request({ method: 'GET', bucket: reset, query })).outcome).toBe(
      differs({ engine: OK, minio: NOT_IMPLEMENTED }, UNKNOWN),
    )
    const { status } = await request({ method: 'HEAD', bucket: reset })
    expect(status).toBe(differs({ engine: 200, minio: 404 }, 'MinIO takes the request for DeleteBucket'))
  })

  test('of a missing bucket', async () => {
    const missing = '404 NoSuchBucket'
    const send = (method: string, body = '') =>
      request({ method, bucket: 'parity-no-such-bucket', query: { ownershipControls: '' }, body })
    expect((await send('GET')).outcome).toBe(differs({ engine: missing, minio: NOT_IMPLEMENTED }, UNKNOWN))
    expect((await send('PUT', controls('BucketOwnerEnforced'))).outcome).toBe(
      differs({ engine: missing, minio: MALFORMED }, CREATES),
    )
    expect((await send('DELETE')).outcome).toBe(missing)
  })

  test('requires the permissions on the bucket policy', async () => {
    const outcomes = async (action: string) => {
      const policy = JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: action, Resource: `arn:aws:s3:::${bucket}` }],
      })
      const credentials = await assumeRole({ policy })
      const query = { ownershipControls: '' }
      const read = await request({ method: 'GET', bucket, query, credentials })
      const body = controls('BucketOwnerEnforced')
      const written = await request({ method: 'PUT', bucket, query, body, credentials })
      return [read.status, written.status]
    }
    const writes = 'MinIO takes the request for CreateBucket'
    expect(await outcomes('s3:GetBucketPolicy')).toEqual(differs({ engine: [200, 403], minio: [501, 400] }, UNKNOWN))
    expect(await outcomes('s3:PutBucketPolicy')).toEqual(differs({ engine: [403, 200], minio: [501, 400] }, writes))
  })
})
