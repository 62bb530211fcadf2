import { createHash } from 'node:crypto'
import { type TestResponse, texts, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request } from '../target.ts'

const MIN_PART = 5 << 20
const UNKNOWN_ID = 'MDBmMWEyYjMtYzRkNS00ZTZmLTg3OTgtYTliYWNiZGNlZGZl'

async function create(bucket: string, key: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await request({ method: 'POST', bucket, key, query: { uploads: '' }, headers })
  expect(response.outcome).toBe('200')
  return texts(response.text, 'UploadId')[0] ?? ''
}

async function put(
  bucket: string,
  key: string,
  uploadId: string,
  partNumber: number | string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) {
  return request({ method: 'PUT', bucket, key, query: { partNumber: String(partNumber), uploadId }, body, headers })
}

function complete(
  bucket: string,
  key: string,
  uploadId: string,
  parts: { partNumber: number; etag: string | undefined }[],
): Promise<TestResponse> {
  const list = parts.map(
    ({ partNumber, etag }) => `<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`,
  )
  const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join('')}</CompleteMultipartUpload>`
  return request({ method: 'POST', bucket, key, query: { uploadId }, body })
}

const md5 = (body: string | Uint8Array) => createHash('md5').update(body).digest()

const INVALID_NUMBER = differs(
  { engine: 'InvalidArgument', minio: 'InvalidPart' },
  'AWS has one error for invalid numbers',
)

describe('CreateMultipartUpload', () => {
  test('returns an ID for this bucket and key', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'POST', bucket, key: 'k', query: { uploads: '' } })
    expect(response.status).toBe(200)
    expect([texts(response.text, 'Bucket'), texts(response.text, 'Key')]).toEqual([[bucket], ['k']])
    expect(texts(response.text, 'UploadId')[0]).not.toBe('')
  })

  test('makes no object visible', async () => {
    const bucket = await given.bucket()
    await create(bucket, 'k')
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
    expect((await request({ method: 'GET', bucket, query: { 'list-type': '2' } })).text).not.toContain('<Contents>')
  })

  test('reports a missing bucket', async () => {
    const response = await request({ method: 'POST', bucket: uniqueName(), key: 'k', query: { uploads: '' } })
    expect(response.outcome).toBe('404 NoSuchBucket')
  })

  test('rejects anonymous callers', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'POST', bucket, key: 'k', query: { uploads: '' }, credentials: undefined })
    expect(response.outcome).toBe('403 AccessDenied')
  })
})

describe('UploadPart', () => {
  test('returns the MD5 of the part as its ETag', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    const response = await put(bucket, 'k', uploadId, 1, 'part')
    expect(response.status).toBe(200)
    expect(response.headers.etag).toBe(`"${md5('part').toString('hex')}"`)
  })

  test('reports a missing upload', async () => {
    const bucket = await given.bucket()
    expect((await put(bucket, 'k', UNKNOWN_ID, 1, 'x')).outcome).toBe('404 NoSuchUpload')
    expect((await put(bucket, 'k', 'no id at all', 1, 'x')).outcome).toBe('404 NoSuchUpload')
  })

  test('an upload belongs to its key', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    expect((await put(bucket, 'another', uploadId, 1, 'x')).outcome).toBe('404 NoSuchUpload')
  })

  test.each([
    ['0', INVALID_NUMBER],
    ['-1', INVALID_NUMBER],
    ['one', INVALID_NUMBER],
    ['10001', 'InvalidArgument'],
  ])('rejects the part number %s with %s', async (partNumber, code) => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    expect((await put(bucket, 'k', uploadId, partNumber, 'x')).outcome).toBe(`400 ${code}`)
  })

  test('rejects a part that does not match its Content-MD5', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    const response = await put(bucket, 'k', uploadId, 1, 'x', { 'content-md5': md5('y').toString('base64') })
    expect(response.outcome).toBe('400 BadDigest')
  })

  test('reports a missing bucket', async () => {
    expect((await put(uniqueName(), 'k', UNKNOWN_ID, 1, 'x')).outcome).toBe('404 NoSuchBucket')
  })
})

describe('CompleteMultipartUpload', () => {
  test('combines the parts into one object', async () => {
    const bucket = await given.bucket()
    const first = Buffer.alloc(MIN_PART, 'first part ')
    const uploadId = await create(bucket, 'big', { 'content-type': 'text/plain', 'x-amz-meta-purpose': 'parts' })
    const one = await put(bucket, 'big', uploadId, 1, first)
    const two = await put(bucket, 'big', uploadId, 2, 'the end')
    const response = await complete(bucket, 'big', uploadId, [
      { partNumber: 1, etag: one.headers.etag },
      { partNumber: 2, etag: two.headers.etag },
    ])
    expect(response.outcome).toBe('200')
    const etag = `"${md5(Buffer.concat([md5(first), md5('the end')])).toString('hex')}-2"`
    expect(texts(response.text, 'ETag')).toEqual([etag])
    expect([texts(response.text, 'Bucket'), texts(response.text, 'Key')]).toEqual([[bucket], ['big']])
    const got = await request({ method: 'GET', bucket, key: 'big' })
    expect(got.bytes.equals(Buffer.concat([first, Buffer.from('the end')]))).toBe(true)
    expect(got.headers).toMatchObject({ etag, 'content-type': 'text/plain', 'x-amz-meta-purpose': 'parts' })
    const across = await request({
      method: 'GET',
      bucket,
      key: 'big',
      headers: { range: `bytes=${MIN_PART - 2}-${MIN_PART + 2}` },
    })
    expect(across.text).toBe(`${first.subarray(-2)}the`)
  })

  test.each(ODD_KEYS.filter((key) => !key.endsWith('/')))('works for the key %j', async (key) => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, key)
    const { headers } = await put(bucket, key, uploadId, 1, 'only part')
    const response = await complete(bucket, key, uploadId, [{ partNumber: 1, etag: headers.etag }])
    expect(response.status).toBe(200)
    expect(texts(response.text, 'Key')).toEqual([key])
    expect((await request({ method: 'GET', bucket, key })).text).toBe('only part')
  })

  test('accepts gaps in part numbers, ETags without quotes and replaced parts', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    await put(bucket, 'k', uploadId, 7, 'old')
    const { headers } = await put(bucket, 'k', uploadId, 7, 'new')
    const response = await complete(bucket, 'k', uploadId, [{ partNumber: 7, etag: headers.etag?.replaceAll('"', '') }])
    expect(response.status).toBe(200)
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('new')
  })

  test('leaves out parts that are not named', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    await put(bucket, 'k', uploadId, 1, 'one')
    const two = await put(bucket, 'k', uploadId, 2, 'two')
    expect((await complete(bucket, 'k', uploadId, [{ partNumber: 2, etag: two.headers.etag }])).status).toBe(200)
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('two')
  })

  test('rejects a part below 5 MiB that is not the last, and completes with a valid list', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    const one = await put(bucket, 'k', uploadId, 1, 'small')
    const two = await put(bucket, 'k', uploadId, 2, 'last')
    const parts = [
      { partNumber: 1, etag: one.headers.etag },
      { partNumber: 2, etag: two.headers.etag },
    ]
    expect((await complete(bucket, 'k', uploadId, parts)).outcome).toBe('400 EntityTooSmall')
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
    expect((await complete(bucket, 'k', uploadId, parts.slice(1))).status).toBe(200)
  })

  test('rejects a part that was never sent, or has another ETag', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    const { headers } = await put(bucket, 'k', uploadId, 1, 'x')
    const unsent = await complete(bucket, 'k', uploadId, [{ partNumber: 2, etag: headers.etag }])
    const changed = await complete(bucket, 'k', uploadId, [
      { partNumber: 1, etag: '"0123456789abcdef0123456789abcdef"' },
    ])
    expect(unsent.outcome).toBe('400 InvalidPart')
    expect(changed.outcome).toBe('400 InvalidPart')
  })

  test('rejects parts out of order', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    const one = await put(bucket, 'k', uploadId, 1, 'one')
    const two = await put(bucket, 'k', uploadId, 2, 'two')
    const response = await complete(bucket, 'k', uploadId, [
      { partNumber: 2, etag: two.headers.etag },
      { partNumber: 1, etag: one.headers.etag },
    ])
    expect(response.outcome).toBe('400 InvalidPartOrder')
  })

  test('rejects a part that is named twice', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    const { headers } = await put(bucket, 'k', uploadId, 1, 'one')
    const part = { partNumber: 1, etag: headers.etag }
    expect((await complete(bucket, 'k', uploadId, [part, part])).outcome).toBe(
      differs(
        { engine: '400 InvalidPartOrder', minio: '400 EntityTooSmall' },
        'MinIO inserts the part twice and only rejects its small size',
      ),
    )
  })

  test('rejects a list without parts, and a malformed list', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    expect((await complete(bucket, 'k', uploadId, [])).outcome).toBe('400 InvalidRequest')
    const response = await request({ method: 'POST', bucket, key: 'k', query: { uploadId }, body: 'no xml' })
    expect(response.outcome).toBe('400 MalformedXML')
  })

  test('reports a missing upload', async () => {
    const bucket = await given.bucket()
    expect((await complete(bucket, 'k', UNKNOWN_ID, [{ partNumber: 1, etag: 'x' }])).outcome).toBe('404 NoSuchUpload')
  })

  describe('repeated after success', () => {
    const reason = 'a client whose response was lost retries, and S3 repeats its response; MinIO returns an error'
    const missing = '404 NoSuchUpload'

    async function completed(versioning?: 'Enabled') {
      const bucket = await given.bucket(versioning)
      const uploadId = await create(bucket, 'k')
      const { headers } = await put(bucket, 'k', uploadId, 1, 'x')
      const parts = [{ partNumber: 1, etag: headers.etag }]
      const first = await complete(bucket, 'k', uploadId, parts)
      expect(first.status).toBe(200)
      return { bucket, first, uploadId, parts, again: (named = parts) => complete(bucket, 'k', uploadId, named) }
    }

    test.each([undefined, 'Enabled'] as const)('returns the same response, with versioning %s', async (versioning) => {
      const { bucket, first, again } = await completed(versioning)
      const details = ({ status, text, headers }: TestResponse) => [
        status,
        text,
        headers.etag,
        headers['x-amz-version-id'],
      ]
      const second = await again()
      expect(second.status === 200 ? details(second) : second.outcome).toEqual(
        differs({ engine: details(first), minio: missing }, reason),
      )
      const { text } = await request({ method: 'GET', bucket, query: { versions: '' } })
      expect(text.match(/<Version>/g)).toHaveLength(1)
    })

    test('also finds an older version', async () => {
      const { bucket, first, again } = await completed('Enabled')
      await given.object(bucket, 'k', 'newer')
      const { status, headers } = await again()
      expect([status, headers['x-amz-version-id']]).toEqual(
        differs({ engine: [200, first.headers['x-amz-version-id']], minio: [404, undefined] }, reason),
      )
    })

    test('rejects other parts', async () => {
      const { again } = await completed()
      expect((await again([{ partNumber: 1, etag: '"0123456789abcdef0123456789abcdef"' }])).outcome).toBe(missing)
    })

    test('fails if the object was overwritten or deleted', async () => {
      const { bucket, again } = await completed()
      await given.object(bucket, 'k', 'other')
      expect((await again()).outcome).toBe(missing)
      await request({ method: 'DELETE', bucket, key: 'k' })
      expect((await again()).outcome).toBe(missing)
    })

    test('fails for another upload of the same parts and for a copy', async () => {
      const { bucket, parts, uploadId } = await completed()
      expect((await complete(bucket, 'k', UNKNOWN_ID, parts)).outcome).toBe(missing)
      await request({ method: 'PUT', bucket, key: 'copy', headers: { 'x-amz-copy-source': `${bucket}/k` } })
      expect((await complete(bucket, 'copy', uploadId, parts)).outcome).toBe(missing)
    })
  })
})

describe('ListParts', () => {
  test('lists the parts in order, in pages', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    for (const partNumber of [3, 1, 2]) await put(bucket, 'k', uploadId, partNumber, 'x'.repeat(partNumber))
    const list = (query: Record<string, string> = {}) =>
      request({ method: 'GET', bucket, key: 'k', query: { uploadId, ...query } })
    const all = await list()
    expect(all.status).toBe(200)
    expect(texts(all.text, 'PartNumber')).toEqual(['1', '2', '3'])
    expect(texts(all.text, 'Size')).toEqual(['1', '2', '3'])
    expect(texts(all.text, 'IsTruncated')).toEqual(['false'])
    const first = await list({ 'max-parts': '2' })
    expect([texts(first.text, 'PartNumber'), texts(first.text, 'IsTruncated')]).toEqual([['1', '2'], ['true']])
    const marker = texts(first.text, 'NextPartNumberMarker')[0] ?? ''
    expect(texts((await list({ 'part-number-marker': marker })).text, 'PartNumber')).toEqual(['3'])
  })

  test('reports a missing upload', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'GET', bucket, key: 'k', query: { uploadId: UNKNOWN_ID } })
    expect(response.outcome).toBe('404 NoSuchUpload')
  })
})

describe('AbortMultipartUpload', () => {
  test('ends an upload', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    await put(bucket, 'k', uploadId, 1, 'x')
    const response = await request({ method: 'DELETE', bucket, key: 'k', query: { uploadId } })
    expect(response.status).toBe(204)
    expect(response.bytes.length).toBe(0)
    expect((await put(bucket, 'k', uploadId, 2, 'x')).outcome).toBe('404 NoSuchUpload')
  })

  test('reports a missing upload, as S3 does', async () => {
    const bucket = await given.bucket()
    const uploadId = await create(bucket, 'k')
    await request({ method: 'DELETE', bucket, key: 'k', query: { uploadId } })
    const again = await request({ method: 'DELETE', bucket, key: 'k', query: { uploadId } })
    const unknown = await request({ method: 'DELETE', bucket, key: 'k', query: { uploadId: UNKNOWN_ID } })
    const missing = '404 NoSuchUpload'
    const reason = 'a client with a wrong upload ID would assume that it had freed the space of its parts'
    const expected = differs({ engine: missing, minio: '204' }, reason)
    expect([again.outcome, unknown.outcome]).toEqual([expected, expected])
  })

  test('does not affect an object with the same key', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'stays')
    const uploadId = await create(bucket, 'k')
    await request({ method: 'DELETE', bucket, key: 'k', query: { uploadId } })
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('stays')
  })

  test('reports a missing bucket', async () => {
    const response = await request({
      method: 'DELETE',
      bucket: uniqueName(),
      key: 'k',
      query: { uploadId: UNKNOWN_ID },
    })
    expect(response.outcome).toBe('404 NoSuchBucket')
  })
})
