/** Objects that the server encrypts with its own keys (SSE-S3). */
import { randomBytes } from 'node:crypto'
import { sendUrl, texts } from '@cooperage/testkit'
import { createChecksum, objectPath, parseListObjectsV2, presignUrl } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { formBody, signedFields } from '../form.ts'
import { differs, ODD_KEYS } from '../target.ts'
import { ENCRYPTED, md5, SSE, startEncryptingServer } from './encrypting-server.ts'

const { request, bucket: newBucket, encryptingBucket, get, head, put, server } = await startEncryptingServer()

const HEADER = 'x-amz-server-side-encryption'
const NO_KMS = 'the engine has no key management service: it encrypts with its own keys only'
/** The engine's chunk size: a block of 512 KiB including its tag. MinIO's is 64 KiB. */
const CHUNK = 512 * 1024 - 16

const bucket = await newBucket()

describe('An encrypted object', () => {
  test('is returned unchanged, and every response reports the encryption', async () => {
    const etag = `"${md5('hello')}"`
    expect((await put(bucket, 'k', 'hello')).headers).toMatchObject({ etag, ...ENCRYPTED })
    const got = await get(bucket, 'k')
    expect(got).toMatchObject({ status: 200, text: 'hello', headers: { etag, 'content-length': '5', ...ENCRYPTED } })
    expect(await head(bucket, 'k')).toMatchObject({
      status: 200,
      headers: { etag, 'content-length': '5', ...ENCRYPTED },
    })
    expect((await get(bucket, 'k', { 'if-none-match': etag })).headers).not.toHaveProperty(HEADER)
  })

  test('is not encrypted without a request', async () => {
    expect((await put(bucket, 'plain', 'hello', {})).headers).not.toHaveProperty(HEADER)
    expect((await head(bucket, 'plain')).headers).not.toHaveProperty(HEADER)
  })

  test('may be empty', async () => {
    expect((await put(bucket, 'empty', '')).headers).toMatchObject({ etag: `"${md5('')}"`, ...ENCRYPTED })
    expect(await get(bucket, 'empty')).toMatchObject({ status: 200, text: '', headers: ENCRYPTED })
  })

  test.each(['aes256', 'Aes256', ' AES256 '])('can be requested with %j', async (value) => {
    expect((await put(bucket, 'spelled', 'x', { [HEADER]: value })).headers).toMatchObject(ENCRYPTED)
  })

  test.each(ODD_KEYS)('has the key %j', async (key) => {
    await put(bucket, key, key)
    const got = await get(bucket, key)
    expect(got.text).toBe(key)
    expect(got.headers).toMatchObject(ENCRYPTED)
  })

  test.each([
    1,
    64 * 1024 - 1,
    64 * 1024,
    64 * 1024 + 1,
    CHUNK - 1,
    CHUNK,
    CHUNK + 1,
    512 * 1024,
    2 * CHUNK,
    2 * CHUNK + 1,
    3_000_000,
  ])('of %i bytes is read whole and by ranges', async (size) => {
    const bytes = randomBytes(size)
    expect((await put(bucket, 'sized', bytes)).headers.etag).toBe(`"${md5(bytes)}"`)
    expect((await get(bucket, 'sized')).bytes.equals(bytes)).toBe(true)
    const marks = [0, 65_535, 65_536, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK - 1, 2 * CHUNK, size - 1]
    for (const start of marks.filter((mark) => mark < size)) {
      for (const length of [1, 2, 70_000]) {
        const {
          status,
          headers,
          bytes: part,
        } = await get(bucket, 'sized', {
          range: `bytes=${start}-${start + length - 1}`,
        })
        const end = Math.min(start + length, size)
        expect(status).toBe(206)
        expect(headers).toMatchObject({ 'content-range': `bytes ${start}-${end - 1}/${size}`, ...ENCRYPTED })
        expect(part.equals(bytes.subarray(start, end)), `${start} to ${end}`).toBe(true)
      }
    }
    expect((await get(bucket, 'sized', { range: 'bytes=-1' })).bytes.equals(bytes.subarray(-1))).toBe(true)
    expect((await get(bucket, 'sized', { range: `bytes=${size}-` })).outcome).toBe('416 InvalidRange')
  })

  test.each(['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const)(
    'keeps its checksum: %s',
    async (algorithm) => {
      const checksum = createChecksum(algorithm)
      checksum.update(Buffer.from('hello'))
      const sum = { [`x-amz-checksum-${algorithm}`]: checksum.base64() }
      expect((await put(bucket, algorithm, 'hello', { ...SSE, ...sum })).headers).toMatchObject({
        ...sum,
        ...ENCRYPTED,
      })
      const got = await get(bucket, algorithm, { 'x-amz-checksum-mode': 'ENABLED' })
      expect(got.headers).toMatchObject({ ...sum, 'x-amz-checksum-type': 'FULL_OBJECT', ...ENCRYPTED })
    },
  )

  test('is rejected with a wrong checksum and not stored', async () => {
    const headers = { ...SSE, 'content-md5': Buffer.from(md5('other'), 'hex').toString('base64') }
    const response = await request({ method: 'PUT', bucket, key: 'wrong', body: 'hello', headers })
    expect(response.outcome).toBe('400 BadDigest')
    expect((await head(bucket, 'wrong')).status).toBe(404)
  })

  test('evaluates write conditions on its plain bytes', async () => {
    await put(bucket, 'conditional', 'one')
    const changed = await put(bucket, 'conditional', 'two', { ...SSE, 'if-match': `"${md5('one')}"` })
    expect(changed.headers).toMatchObject(ENCRYPTED)
    const headers = { ...SSE, 'if-none-match': '*' }
    const refused = await request({ method: 'PUT', bucket, key: 'conditional', body: 'three', headers })
    expect(refused.outcome).toBe('412 PreconditionFailed')
    expect((await get(bucket, 'conditional')).text).toBe('two')
  })

  test('has metadata and tags like any other', async () => {
    await put(bucket, 'described', 'x', { ...SSE, 'x-amz-meta-a': '1', 'x-amz-tagging': 't=1', 'content-type': 'a/b' })
    const found = { 'x-amz-meta-a': '1', 'x-amz-tagging-count': '1', 'content-type': 'a/b', ...ENCRYPTED }
    expect((await head(bucket, 'described')).headers).toMatchObject(found)
    const body = '<Tagging><TagSet><Tag><Key>u</Key><Value>2</Value></Tag></TagSet></Tagging>'
    expect((await request({ method: 'PUT', bucket, key: 'described', query: { tagging: '' }, body })).status).toBe(200)
    expect((await get(bucket, 'described')).headers).toMatchObject(found)
  })

  test('is a version like any other, next to unencrypted ones', async () => {
    const versioned = await newBucket()
    const body = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
    await request({ method: 'PUT', bucket: versioned, query: { versioning: '' }, body })
    const versions = []
    for (const [text, headers] of [
      ['one', SSE],
      ['two', {}],
      ['three', SSE],
    ] as const) {
      versions.push((await put(versioned, 'k', text, headers)).headers['x-amz-version-id'] ?? '')
    }
    const found = await Promise.all(versions.map((versionId) => get(versioned, 'k', {}, { versionId })))
    expect(found.map(({ text, headers }) => [text, headers[HEADER]])).toEqual([
      ['one', 'AES256'],
      ['two', undefined],
      ['three', 'AES256'],
    ])
  })

  test('is listed with its plain size and its ETag', async () => {
    const listed = await newBucket()
    await put(listed, 'k', 'hello')
    const { objects } = parseListObjectsV2(
      (await request({ method: 'GET', bucket: listed, query: { 'list-type': '2' } })).bytes,
    )
    expect(objects).toMatchObject([{ key: 'k', size: 5, etag: md5('hello') }])
    const { text } = await request({ method: 'GET', bucket: listed, query: { versions: '' } })
    expect([texts(text, 'Size'), texts(text, 'ETag')]).toEqual([['5'], [`"${md5('hello')}"`]])
  })

  test('reports its encryption in a listing with metadata', async () => {
    const listed = await newBucket()
    await put(listed, 'k', 'hello')
    const query = { 'list-type': '2', metadata: 'true' }
    const { text } = await request({ method: 'GET', bucket: listed, query })
    expect(texts(text, 'X-Amz-Server-Side-Encryption')).toEqual(['AES256'])
  })

  test('has attributes of its plain bytes', async () => {
    await put(bucket, 'attributes', 'hello')
    const headers = { 'x-amz-object-attributes': 'ETag,ObjectSize,ObjectParts,StorageClass' }
    const { text, status } = await request({
      method: 'GET',
      bucket,
      key: 'attributes',
      query: { attributes: '' },
      headers,
    })
    expect(status).toBe(200)
    expect([texts(text, 'ETag'), texts(text, 'ObjectSize')]).toEqual([[md5('hello')], ['5']])
    expect(texts(text, 'Size')).toEqual(
      differs(
        { engine: ['5'], minio: ['37'] },
        'MinIO returns the encrypted size of a part, the engine the plain size',
      ),
    )
  })
})

describe('What an upload cannot request', () => {
  const invalid = '400 InvalidArgument'
  const refusedPut = (headers: Record<string, string>, of = bucket) =>
    request({ method: 'PUT', bucket: of, key: 'refused', body: 'x', headers })

  test.each([
    ['an unknown method', { [HEADER]: 'AES128' }],
    ['an empty method', { [HEADER]: '' }],
    ['two layers of keys', { [HEADER]: 'aws:kms:dsse' }],
    ['a KMS key alone', { [`${HEADER}-aws-kms-key-id`]: 'k' }],
    ['a KMS key with AES256', { ...SSE, [`${HEADER}-aws-kms-key-id`]: 'cooperage-key' }],
    ['a context with AES256', { ...SSE, [`${HEADER}-context`]: 'e30=' }],
  ])('is %s', async (_, headers) => {
    expect((await refusedPut(headers)).outcome).toBe(invalid)
    expect((await head(bucket, 'refused')).status).toBe(404)
    const copied = await request({
      method: 'PUT',
      bucket,
      key: 'refused',
      headers: { ...headers, 'x-amz-copy-source': `${bucket}/k` },
    })
    expect(copied.outcome).toBe(invalid)
    const created = await request({ method: 'POST', bucket, key: 'refused', query: { uploads: '' }, headers })
    expect(created.outcome).toBe(invalid)
  })

  test('is an unknown method, even in a missing bucket', async () => {
    expect((await refusedPut({ [HEADER]: 'x' }, 'no-such-bucket-here')).outcome).toBe(invalid)
    expect((await refusedPut(SSE, 'no-such-bucket-here')).outcome).toBe('404 NoSuchBucket')
  })

  test.each([
    ['', {}],
    [' with a key', { [`${HEADER}-aws-kms-key-id`]: 'cooperage-key' }],
  ])('is a key of a key management service%s', async (_, more) => {
    const response = await refusedPut({ [HEADER]: 'aws:kms', ...more })
    expect(response.outcome).toBe(differs({ engine: '501 NotImplemented', minio: '200' }, NO_KMS))
  })

  test('is a customer-provided key', async () => {
    const prefix = `${HEADER}-customer-`
    const key = Buffer.alloc(32, 1)
    const headers = {
      [`${prefix}algorithm`]: 'AES256',
      [`${prefix}key`]: key.toString('base64'),
      [`${prefix}key-md5`]: Buffer.from(md5(key), 'hex').toString('base64'),
    }
    expect((await refusedPut(headers)).outcome).toBe(
      differs({ engine: '501 NotImplemented', minio: '400 InvalidRequest' }, 'MinIO supports them over HTTPS'),
    )
  })

  test.each(['GET', 'HEAD'])('is encryption with %s', async (method) => {
    const refused = '400 BadRequest'
    for (const key of ['k', 'plain', 'missing']) {
      for (const value of ['AES256', 'aws:kms', 'x', '']) {
        expect((await request({ method, bucket, key, headers: { [HEADER]: value } })).outcome).toBe(refused)
      }
    }
  })

  test('is encryption with GetObjectAttributes', async () => {
    const headers = { ...SSE, 'x-amz-object-attributes': 'ETag' }
    const response = await request({ method: 'GET', bucket, key: 'k', query: { attributes: '' }, headers })
    expect(response.outcome).toBe('400 InvalidRequest')
  })
})

describe('Encryption in links and forms', () => {
  test('a link requires it as a signed header', async () => {
    const url = new URL(objectPath(bucket, 'linked'), server.url)
    const { root } = server
    const link = presignUrl({ method: 'PUT', url, credentials: root, expiresInSeconds: 60, headers: SSE })
    expect((await sendUrl(link, { method: 'PUT', body: 'x' })).outcome).toBe('400 AccessDenied')
    const stored = await sendUrl(link, { method: 'PUT', body: 'linked', headers: SSE })
    expect(stored).toMatchObject({ status: 200, headers: ENCRYPTED })
    const read = presignUrl({ method: 'GET', url, credentials: root, expiresInSeconds: 60 })
    expect(await sendUrl(read)).toMatchObject({ status: 200, text: 'linked', headers: ENCRYPTED })
  })

  const post = (of: string, key: string, fields: Record<string, string>) =>
    request({
      method: 'POST',
      bucket: of,
      credentials: undefined,
      headers: { 'content-type': 'multipart/form-data; boundary=----CooperageParityForm' },
      body: formBody(Object.entries(signedFields(of, { key, fields })), { content: 'content' }),
    })

  test('a form requests it with a field', async () => {
    const response = await post(bucket, 'posted', SSE)
    expect(response).toMatchObject({ status: 204, headers: { etag: `"${md5('content')}"` } })
    expect(response.headers).not.toHaveProperty(HEADER)
    expect(await get(bucket, 'posted')).toMatchObject({ text: 'content', headers: ENCRYPTED })
  })

  test('a form uses the default encryption of its bucket', async () => {
    const encrypting = await encryptingBucket()
    expect((await post(encrypting, 'posted', {})).status).toBe(204)
    expect(await get(encrypting, 'posted')).toMatchObject({ text: 'content', headers: ENCRYPTED })
  })

  test('a form cannot request an unknown method', async () => {
    expect((await post(bucket, 'refused', { [HEADER]: 'AES128' })).outcome).toBe(
      differs({ engine: '400 InvalidArgument', minio: '204' }, 'MinIO accepts it and encrypts nothing'),
    )
  })
})
