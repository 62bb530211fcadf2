/** Encryption of multipart uploads and copies. */
import { randomBytes } from 'node:crypto'
import { texts } from '@cooperage/testkit'
import { parseListParts } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs } from '../target.ts'
import { ENCRYPTED, md5, SSE, startEncryptingServer } from './encrypting-server.ts'
import { PART_BYTES } from './multipart-upload.ts'

const {
  request,
  begin,
  bucket: newBucket,
  complete,
  copy,
  encryptingBucket,
  get,
  head,
  part,
  put,
  upload,
} = await startEncryptingServer()

const HEADER = 'x-amz-server-side-encryption'
const OK = '200'

const bucket = await newBucket()

const etagOfParts = (bodies: Uint8Array[]) =>
  `"${md5(Buffer.concat(bodies.map((body) => Buffer.from(md5(body), 'hex'))))}-${bodies.length}"`

describe('An encrypted multipart upload', () => {
  const bodies = [randomBytes(PART_BYTES), randomBytes(PART_BYTES + 70_001), randomBytes(1_000)]
  const whole = Buffer.concat(bodies)

  test('reports it with each part and with the object', async () => {
    const created = await request({ method: 'POST', bucket, key: 'up', query: { uploads: '' }, headers: SSE })
    expect(created.status).toBe(200)
    const uploadId = texts(created.text, 'UploadId')[0] ?? ''
    const first = await part(bucket, 'up', uploadId, 1, { body: 'one part' })
    expect(first).toMatchObject({ status: 200, headers: { etag: `"${md5('one part')}"`, ...ENCRYPTED } })
    const listed = await request({ method: 'GET', bucket, key: 'up', query: { uploadId } })
    expect(parseListParts(listed.bytes).parts).toMatchObject([{ partNumber: 1, size: 8, etag: md5('one part') }])
    expect((await complete(bucket, 'up', uploadId, [md5('one part')])).outcome).toBe(OK)
    expect(await get(bucket, 'up')).toMatchObject({ text: 'one part', headers: ENCRYPTED })
  })

  test('is one object of its plain bytes, read whole, by part and across parts', async () => {
    const completed = await upload(bucket, 'parts', bodies)
    expect(completed.headers.etag).toBe(etagOfParts(bodies))
    const got = await get(bucket, 'parts')
    expect(got.headers).toMatchObject({ 'content-length': String(whole.length), ...ENCRYPTED })
    expect(got.bytes.equals(whole)).toBe(true)
    for (const [at, body] of bodies.entries()) {
      const one = await get(bucket, 'parts', {}, { partNumber: String(at + 1) })
      expect(one.headers).toMatchObject({ 'x-amz-mp-parts-count': '3', ...ENCRYPTED })
      expect(one.bytes.equals(body)).toBe(true)
    }
    const border = PART_BYTES
    for (const [start, end] of [
      [border - 1, border],
      [border, border],
      [border - 70_000, border + 70_000],
      [0, whole.length - 1],
      [whole.length - 1_001, whole.length - 1],
      [border + 524_271, border + 524_273],
    ] as const) {
      const { bytes } = await get(bucket, 'parts', { range: `bytes=${start}-${end}` })
      expect(bytes.equals(whole.subarray(start, end + 1)), `${start} to ${end}`).toBe(true)
    }
  })

  test('has parts of plain sizes among its attributes', async () => {
    await upload(bucket, 'attributes', [bodies[0] ?? '', 'tail'])
    const headers = { 'x-amz-object-attributes': 'ObjectSize,ObjectParts' }
    const { text } = await request({ method: 'GET', bucket, key: 'attributes', query: { attributes: '' }, headers })
    expect(texts(text, 'ObjectSize')).toEqual([String(PART_BYTES + 4)])
    expect(texts(text, 'Size')).toEqual(
      differs(
        { engine: [String(PART_BYTES), '4'], minio: [String(PART_BYTES + 80 * 32), '36'] },
        'MinIO returns the encrypted size of a part, the engine the plain size',
      ),
    )
  })

  test('keeps checksums of its parts and of the whole object', async () => {
    const headers = { ...SSE, 'x-amz-checksum-algorithm': 'CRC32', 'x-amz-checksum-type': 'FULL_OBJECT' }
    const uploadId = await begin(bucket, 'summed', headers)
    const sum = { 'x-amz-checksum-crc32': 'NhCmhg==' }
    const stored = await part(bucket, 'summed', uploadId, 1, { body: 'hello', headers: sum })
    expect(stored.headers).toMatchObject({ ...sum, ...ENCRYPTED })
    const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${md5('hello')}</ETag><ChecksumCRC32>NhCmhg==</ChecksumCRC32></Part></CompleteMultipartUpload>`
    const completed = await request({ method: 'POST', bucket, key: 'summed', query: { uploadId }, body })
    expect(completed.headers).toMatchObject(sum)
    expect((await head(bucket, 'summed', { 'x-amz-checksum-mode': 'ENABLED' })).headers).toMatchObject({
      ...sum,
      ...ENCRYPTED,
    })
  })

  test('uses the default encryption of its bucket', async () => {
    const encrypting = await encryptingBucket()
    await upload(encrypting, 'k', ['hello'], {})
    expect(await get(encrypting, 'k')).toMatchObject({ text: 'hello', headers: ENCRYPTED })
  })

  test('continues as it was started when the default changes', async () => {
    const encrypting = await encryptingBucket()
    const encrypted = await begin(encrypting, 'before', {})
    await request({ method: 'DELETE', bucket: encrypting, query: { encryption: '' } })
    const plain = await begin(encrypting, 'after', {})
    const sent = [
      await part(encrypting, 'before', encrypted, 1, { body: 'x' }),
      await part(encrypting, 'after', plain, 1, { body: 'x' }),
    ]
    expect(sent.map(({ headers }) => headers[HEADER])).toEqual(['AES256', undefined])
    await complete(encrypting, 'before', encrypted, [md5('x')])
    expect((await head(encrypting, 'before')).headers).toMatchObject(ENCRYPTED)
  })

  test('accepts the header again with a part', async () => {
    const uploadId = await begin(bucket, 'again')
    const sent = await part(bucket, 'again', uploadId, 1, { body: 'x', headers: SSE })
    expect(sent).toMatchObject({ status: 200, headers: ENCRYPTED })
  })

  test('cannot be requested with a part or completion of an unencrypted upload', async () => {
    const uploadId = await begin(bucket, 'late', {})
    const expected = differs(
      { engine: '400 InvalidRequest', minio: OK },
      'the header must not be accepted and ignored: the parts are not encrypted',
    )
    expect((await part(bucket, 'late', uploadId, 1, { body: 'x', headers: SSE })).outcome).toBe(expected)
    await part(bucket, 'late', uploadId, 1, { body: 'x' })
    expect((await complete(bucket, 'late', uploadId, [md5('x')], SSE)).outcome).toBe(expected)
  })

  test.each([
    ['a plain object', {}],
    ['an encrypted one', SSE],
  ])('has parts that are copied from %s', async (_, headers) => {
    await put(bucket, 'source', 'hello world', headers)
    const uploadId = await begin(bucket, 'of copies')
    const from = { 'x-amz-copy-source': `${bucket}/source` }
    const all = await part(bucket, 'of copies', uploadId, 1, { headers: from })
    expect(texts(all.text, 'ETag')).toEqual([`"${md5('hello world')}"`])
    expect(all.headers).not.toHaveProperty(HEADER)
    const some = await part(bucket, 'of copies', uploadId, 1, {
      headers: { ...from, 'x-amz-copy-source-range': 'bytes=6-10' },
    })
    expect(texts(some.text, 'ETag')).toEqual([`"${md5('world')}"`])
    await complete(bucket, 'of copies', uploadId, [md5('world')])
    expect(await get(bucket, 'of copies')).toMatchObject({ text: 'world', headers: ENCRYPTED })
  })

  test('can be copied into an unencrypted one', async () => {
    await put(bucket, 'source', 'hello world')
    const uploadId = await begin(bucket, 'plain', {})
    await part(bucket, 'plain', uploadId, 1, { headers: { 'x-amz-copy-source': `${bucket}/source` } })
    await complete(bucket, 'plain', uploadId, [md5('hello world')])
    const got = await get(bucket, 'plain')
    expect(got.text).toBe('hello world')
    expect(got.headers).not.toHaveProperty(HEADER)
  })
})

describe('A copy', () => {
  const bytes = randomBytes(700_000)

  test.each([
    ['plain', 'plain', {}, {}],
    ['plain', 'encrypted', {}, SSE],
    ['encrypted', 'plain', SSE, {}],
    ['encrypted', 'encrypted', SSE, SSE],
  ])('of something %s becomes %s on request', async (_, to, ofSource, ofCopy) => {
    for (const body of [bytes, Buffer.from('small'), Buffer.alloc(0)]) {
      await put(bucket, 'from', body, {
        ...ofSource,
        'x-amz-meta-a': '1',
        'x-amz-tagging': 't=1',
        'content-type': 'a/b',
      })
      const copied = await copy(bucket, 'to', `${bucket}/from`, ofCopy)
      expect(copied.outcome).toBe(OK)
      expect(copied.headers).toMatchObject({ etag: `"${md5(body)}"`, 'x-amz-checksum-type': 'FULL_OBJECT' })
      const got = await get(bucket, 'to')
      expect(got.bytes.equals(body)).toBe(true)
      expect(got.headers).toMatchObject({
        etag: `"${md5(body)}"`,
        'x-amz-meta-a': '1',
        'x-amz-tagging-count': '1',
        'content-type': 'a/b',
      })
      expect(got.headers[HEADER]).toBe(to === 'encrypted' ? 'AES256' : undefined)
    }
  })

  test('of an encrypted object survives its deletion', async () => {
    await put(bucket, 'mortal', bytes)
    await copy(bucket, 'heir', `${bucket}/mortal`, SSE)
    await request({ method: 'DELETE', bucket, key: 'mortal' })
    expect((await get(bucket, 'heir')).bytes.equals(bytes)).toBe(true)
  })

  test.each([
    ['encrypted', SSE],
    ['plain', {}],
  ])('of an encrypted multipart upload is one object: %s', async (_, headers) => {
    const bodies = [randomBytes(PART_BYTES), Buffer.from('tail')]
    const whole = Buffer.concat(bodies)
    await upload(bucket, 'in parts', bodies)
    const copied = await copy(bucket, 'in one', `${bucket}/in%20parts`, headers)
    expect(copied.headers.etag).toBe(`"${md5(whole)}"`)
    const got = await get(bucket, 'in one')
    expect(got.bytes.equals(whole)).toBe(true)
    expect(got.headers[HEADER]).toBe(headers === SSE ? 'AES256' : undefined)
  })

  test('into a bucket that encrypts is encrypted, out of it is not', async () => {
    const encrypting = await encryptingBucket()
    await put(bucket, 'from', 'hello', {})
    await copy(encrypting, 'in', `${bucket}/from`)
    expect(await get(encrypting, 'in')).toMatchObject({ text: 'hello', headers: ENCRYPTED })
    await copy(bucket, 'out', `${encrypting}/in`)
    const out = await get(bucket, 'out')
    expect(out.text).toBe('hello')
    expect(out.headers).not.toHaveProperty(HEADER)
  })

  test('can encrypt and replace metadata and tags', async () => {
    await put(bucket, 'from', 'hello', { 'x-amz-meta-a': '1', 'x-amz-tagging': 't=1' })
    const headers = {
      ...SSE,
      'x-amz-metadata-directive': 'REPLACE',
      'x-amz-meta-b': '2',
      'x-amz-tagging-directive': 'REPLACE',
      'x-amz-tagging': 'u=1&v=2',
    }
    await copy(bucket, 'to', `${bucket}/from`, headers)
    const found = (await head(bucket, 'to')).headers
    expect(found).toMatchObject({ 'x-amz-meta-b': '2', 'x-amz-tagging-count': '2', ...ENCRYPTED })
    expect(found).not.toHaveProperty('x-amz-meta-a')
  })

  test('has the requested checksum', async () => {
    await put(bucket, 'from', 'hello')
    const copied = await copy(bucket, 'to', `${bucket}/from`, { 'x-amz-checksum-algorithm': 'CRC32' })
    expect(copied.headers).toMatchObject({ 'x-amz-checksum-crc32': 'NhCmhg==', 'x-amz-checksum-type': 'FULL_OBJECT' })
  })

  test('onto itself encrypts, and decrypts', async () => {
    await put(bucket, 'itself', 'hello', { 'x-amz-meta-a': '1' })
    expect((await copy(bucket, 'itself', `${bucket}/itself`)).outcome).toBe('400 InvalidRequest')
    expect((await copy(bucket, 'itself', `${bucket}/itself`, SSE)).outcome).toBe(OK)
    expect((await get(bucket, 'itself')).headers).toMatchObject({ 'x-amz-meta-a': '1', ...ENCRYPTED })
    expect((await copy(bucket, 'itself', `${bucket}/itself`, SSE)).outcome).toBe(OK)
    expect((await copy(bucket, 'itself', `${bucket}/itself`)).outcome).toBe(OK)
    const got = await get(bucket, 'itself')
    expect(got.text).toBe('hello')
    expect(got.headers).not.toHaveProperty(HEADER)
  })

  test('onto itself is encrypted by the default of the bucket', async () => {
    const encrypting = await newBucket()
    await put(encrypting, 'itself', 'hello', {})
    const body =
      '<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>'
    await request({ method: 'PUT', bucket: encrypting, query: { encryption: '' }, body })
    expect((await copy(encrypting, 'itself', `${encrypting}/itself`)).outcome).toBe(OK)
    expect(await get(encrypting, 'itself')).toMatchObject({ text: 'hello', headers: ENCRYPTED })
  })

  test('can use an older version as its source', async () => {
    const versioned = await newBucket()
    const body = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
    await request({ method: 'PUT', bucket: versioned, query: { versioning: '' }, body })
    const first = (await put(versioned, 'k', 'one')).headers['x-amz-version-id'] ?? ''
    await put(versioned, 'k', 'two', {})
    await copy(versioned, 'k', `${versioned}/k?versionId=${first}`)
    const got = await get(versioned, 'k')
    expect(got.text).toBe('one')
    expect(got.headers).not.toHaveProperty(HEADER)
    expect((await get(versioned, 'k', {}, { versionId: first })).headers).toMatchObject(ENCRYPTED)
  })

  test('evaluates conditions on the plain bytes of its source', async () => {
    await put(bucket, 'from', 'hello')
    const right = { 'x-amz-copy-source-if-match': `"${md5('hello')}"` }
    const wrong = { 'x-amz-copy-source-if-match': `"${md5('other')}"` }
    expect((await copy(bucket, 'to', `${bucket}/from`, right)).outcome).toBe(OK)
    expect((await copy(bucket, 'to', `${bucket}/from`, { ...SSE, ...wrong })).outcome).toBe('412 PreconditionFailed')
  })

  test('reports a missing source only after checking the encryption method', async () => {
    expect((await copy(bucket, 'to', `${bucket}/missing`, SSE)).outcome).toBe('404 NoSuchKey')
    expect((await copy(bucket, 'to', `${bucket}/missing`, { [HEADER]: 'x' })).outcome).toBe('400 InvalidArgument')
  })
})

test('responses to copying and to creating and completing an upload report the encryption', async () => {
  const target = await newBucket()
  await put(target, 'from', 'x', {})
  const created = await request({ method: 'POST', bucket: target, key: 'up', query: { uploads: '' }, headers: SSE })
  const [uploadId = ''] = texts(created.text, 'UploadId')
  await part(target, 'up', uploadId, 1, { body: 'x' })
  const responses = [
    await copy(target, 'to', `${target}/from`, SSE),
    created,
    await complete(target, 'up', uploadId, [md5('x')]),
    await copy(target, 'plain', `${target}/from`),
    await upload(target, 'plain', ['x'], {}),
  ]
  expect(responses.map(({ headers }) => headers[HEADER])).toEqual(
    differs(
      {
        engine: ['AES256', 'AES256', 'AES256', undefined, undefined],
        minio: [undefined, undefined, undefined, undefined, undefined],
      },
      'S3 returns the encryption with every write; MinIO only for single-part uploads and parts',
    ),
  )
})
