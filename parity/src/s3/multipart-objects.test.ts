/** Multipart objects: reads by part, metadata, tags, and checksums of the parts and of the whole object. */
import { type TestResponse, texts } from '@cooperage/testkit'
import {
  type ChecksumAlgorithm,
  checksumHeader,
  compositeChecksum,
  createChecksum,
  parseCompleteMultipartUploadResult,
  parseListParts,
} from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, request, WRONG_CHECKSUM } from '../target.ts'
import { completeUpload, createUpload, PART_BYTES, putPart, uploadInParts } from './multipart-upload.ts'

const LONG = Buffer.alloc(PART_BYTES, 'a')
const WHOLE = Buffer.concat([LONG, Buffer.from('tail')])
const checked = { 'x-amz-checksum-mode': 'ENABLED' }

function sum(algorithm: ChecksumAlgorithm, bytes: string | Uint8Array): string {
  const checksum = createChecksum(algorithm)
  checksum.update(Buffer.from(bytes))
  return checksum.base64()
}

describe('parts of an object', () => {
  test('can be read one by one and are counted', async () => {
    const bucket = await given.bucket()
    await uploadInParts(bucket, 'k', [LONG, 'tail'])
    const first = await request({ method: 'HEAD', bucket, key: 'k', query: { partNumber: '1' } })
    expect(first).toMatchObject({
      status: 206,
      headers: {
        'content-length': String(PART_BYTES),
        'content-range': `bytes 0-${PART_BYTES - 1}/${PART_BYTES + 4}`,
        'x-amz-mp-parts-count': '2',
      },
    })
    const second = await request({ method: 'GET', bucket, key: 'k', query: { partNumber: '2' } })
    expect(second).toMatchObject({
      status: 206,
      text: 'tail',
      headers: {
        'content-range': `bytes ${PART_BYTES}-${PART_BYTES + 3}/${PART_BYTES + 4}`,
        'x-amz-mp-parts-count': '2',
      },
    })
    const whole = await request({ method: 'HEAD', bucket, key: 'k' })
    expect(whole.headers['x-amz-mp-parts-count']).toBeUndefined()
  })

  test.each([
    ['3', {}, '416 InvalidPartNumber'],
    ['10001', {}, '400 InvalidArgument'],
    ['1', { range: 'bytes=0-0' }, '400 InvalidRequest'],
  ])('rejects part %s with %j', async (partNumber, headers, outcome) => {
    const bucket = await given.bucket()
    await uploadInParts(bucket, 'k', ['one'])
    expect((await request({ method: 'GET', bucket, key: 'k', query: { partNumber }, headers })).outcome).toBe(outcome)
  })

  test('take metadata and tags from the creation of the upload', async () => {
    const bucket = await given.bucket()
    const headers = { 'x-amz-meta-a': '1', 'x-amz-tagging': 'a=b', 'content-type': 'text/x', 'content-language': 'de' }
    await uploadInParts(bucket, 'k', ['one'], headers)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).headers).toMatchObject({
      'x-amz-meta-a': '1',
      'x-amz-tagging-count': '1',
      'content-type': 'text/x',
      'content-language': 'de',
    })
    const { text } = await request({ method: 'GET', bucket, key: 'k', query: { tagging: '' } })
    expect([texts(text, 'Key'), texts(text, 'Value')]).toEqual([['a'], ['b']])
  })

  test('become one version', async () => {
    const bucket = await given.bucket('Enabled')
    const { headers } = await uploadInParts(bucket, 'k', ['one'])
    expect(headers['x-amz-version-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).headers['x-amz-version-id']).toBe(
      headers['x-amz-version-id'],
    )
  })

  test('with invalid tags are rejected when the upload is created', async () => {
    const bucket = await given.bucket()
    const headers = { 'x-amz-tagging': 'a=b&a=c' }
    const response = await request({ method: 'POST', bucket, key: 'k', query: { uploads: '' }, headers })
    expect(response.outcome).toBe('400 InvalidTag')
  })
})

/** The algorithm, the requested type and the resulting type. */
const KINDS: [ChecksumAlgorithm, string | undefined, 'COMPOSITE' | 'FULL_OBJECT'][] = [
  ['crc32', undefined, 'COMPOSITE'],
  ['crc32', 'FULL_OBJECT', 'FULL_OBJECT'],
  ['crc32c', 'COMPOSITE', 'COMPOSITE'],
  ['crc32c', 'FULL_OBJECT', 'FULL_OBJECT'],
  ['sha1', undefined, 'COMPOSITE'],
  ['sha256', undefined, 'COMPOSITE'],
  ['crc64nvme', undefined, 'FULL_OBJECT'],
]

describe('checksums of parts', () => {
  test.each(KINDS)('%s, requested as %s, result in %s', async (algorithm, asked, type) => {
    const bucket = await given.bucket()
    const name = checksumHeader(algorithm)
    const begun = await request({
      method: 'POST',
      bucket,
      key: 'k',
      query: { uploads: '' },
      headers: {
        'x-amz-checksum-algorithm': algorithm.toUpperCase(),
        ...(asked === undefined ? {} : { 'x-amz-checksum-type': asked }),
      },
    })
    expect(begun.headers).toMatchObject({
      'x-amz-checksum-algorithm': algorithm.toUpperCase(),
      'x-amz-checksum-type': type,
    })
    const uploadId = texts(begun.text, 'UploadId')[0] ?? ''
    const responses: TestResponse[] = []
    for (const [at, body] of [LONG, 'tail'].entries()) {
      const response = await putPart(bucket, 'k', uploadId, at + 1, body, { [name]: sum(algorithm, body) })
      expect([response.headers[name], response.headers['x-amz-checksum-type']]).toEqual([
        sum(algorithm, body),
        undefined,
      ])
      responses.push(response)
    }
    const listed = parseListParts((await request({ method: 'GET', bucket, key: 'k', query: { uploadId } })).bytes)
    expect(listed.checksum).toEqual({ algorithm, type })
    expect(listed.parts.map(({ checksums }) => checksums)).toEqual([
      { [algorithm]: sum(algorithm, LONG) },
      { [algorithm]: sum(algorithm, 'tail') },
    ])

    const completed = await completeUpload(bucket, 'k', uploadId, responses)
    const value =
      type === 'FULL_OBJECT'
        ? sum(algorithm, WHOLE)
        : compositeChecksum(algorithm, [sum(algorithm, LONG), sum(algorithm, 'tail')])
    const expected = { [name]: value, 'x-amz-checksum-type': type }
    expect(completed).toMatchObject({ status: 200, headers: expected })
    const { checksums, checksumType } = parseCompleteMultipartUploadResult(completed.bytes)
    expect([checksums, checksumType]).toEqual([
      { [algorithm]: value },
      differs(
        { engine: completed.headers['x-amz-checksum-type'], minio: undefined },
        'S3 returns the type in the document too; MinIO only in a header',
      ),
    ])
    expect(completed.headers['x-amz-checksum-type']).toMatch(/^(COMPOSITE|FULL_OBJECT)$/)
    expect((await request({ method: 'HEAD', bucket, key: 'k', headers: checked })).headers).toMatchObject(expected)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).headers[name]).toBeUndefined()

    const part = await request({ method: 'HEAD', bucket, key: 'k', query: { partNumber: '2' }, headers: checked })
    expect([part.headers[name], part.headers['x-amz-checksum-type']]).toEqual([sum(algorithm, 'tail'), undefined])
  })

  test.each([
    [{ 'x-amz-checksum-algorithm': 'FOO' }],
    [{ 'x-amz-checksum-algorithm': 'CRC32', 'x-amz-checksum-type': 'FOO' }],
    [{ 'x-amz-checksum-type': 'FULL_OBJECT' }],
    [{ 'x-amz-checksum-algorithm': 'SHA256', 'x-amz-checksum-type': 'FULL_OBJECT' }],
    [{ 'x-amz-checksum-algorithm': 'SHA1', 'x-amz-checksum-type': 'FULL_OBJECT' }],
  ])('cannot be requested with %j', async (headers) => {
    const bucket = await given.bucket()
    const response = await request({ method: 'POST', bucket, key: 'k', query: { uploads: '' }, headers })
    expect(response.outcome).toBe('400 InvalidArgument')
    expect(response.message).toBe('Invalid checksum provided.')
  })

  test('cannot be those of the parts for CRC64NVME', async () => {
    const bucket = await given.bucket()
    const headers = { 'x-amz-checksum-algorithm': 'CRC64NVME', 'x-amz-checksum-type': 'COMPOSITE' }
    const response = await request({ method: 'POST', bucket, key: 'k', query: { uploads: '' }, headers })
    expect([response.outcome, response.headers['x-amz-checksum-type']]).toEqual(
      differs(
        {
          engine: ['400 InvalidRequest', undefined],
          minio: ['200', 'FULL_OBJECT'],
        },
        'AWS documents that CRC64NVME has no composite checksums; another type than the requested one misleads',
      ),
    )
  })

  test("are required, with the upload's algorithm", async () => {
    const bucket = await given.bucket()
    const uploadId = await createUpload(bucket, 'k', { 'x-amz-checksum-algorithm': 'CRC32' })
    const refused = '400 InvalidArgument'
    expect((await putPart(bucket, 'k', uploadId, 1, 'x')).outcome).toBe(refused)
    expect((await putPart(bucket, 'k', uploadId, 1, 'x', { 'x-amz-checksum-sha1': sum('sha1', 'x') })).outcome).toBe(
      refused,
    )
    expect((await putPart(bucket, 'k', uploadId, 1, 'x', { 'x-amz-checksum-crc32': sum('crc32', 'y') })).outcome).toBe(
      `400 ${WRONG_CHECKSUM}`,
    )
  })

  test('must be repeated correctly in the completion', async () => {
    const bucket = await given.bucket()
    const uploadId = await createUpload(bucket, 'k', { 'x-amz-checksum-algorithm': 'CRC32' })
    const part = await putPart(bucket, 'k', uploadId, 1, 'x', { 'x-amz-checksum-crc32': sum('crc32', 'x') })
    const refused = '400 InvalidPart'
    expect((await completeUpload(bucket, 'k', uploadId, [part], { withChecksums: false })).outcome).toBe(refused)
    const wrong = { ...part, headers: { ...part.headers, 'x-amz-checksum-crc32': sum('crc32', 'y') } }
    expect((await completeUpload(bucket, 'k', uploadId, [wrong])).outcome).toBe(refused)
    expect((await completeUpload(bucket, 'k', uploadId, [part])).status).toBe(200)
  })

  test.each(['CRC32', 'CRC32C', 'CRC64NVME'] as const)(
    'need not be repeated in the completion of a full-object upload: %s',
    async (name) => {
      const algorithm = name.toLowerCase() as ChecksumAlgorithm
      const header = checksumHeader(algorithm)
      const bucket = await given.bucket()
      const uploadId = await createUpload(bucket, 'k', {
        'x-amz-checksum-algorithm': name,
        'x-amz-checksum-type': 'FULL_OBJECT',
      })
      const parts = [
        await putPart(bucket, 'k', uploadId, 1, LONG, { [header]: sum(algorithm, LONG) }),
        await putPart(bucket, 'k', uploadId, 2, 'tail', { [header]: sum(algorithm, 'tail') }),
      ]
      const complete = (value: string) =>
        completeUpload(bucket, 'k', uploadId, parts, {
          headers: { [header]: value, 'x-amz-checksum-type': 'FULL_OBJECT' },
          withChecksums: false,
        })
      const refused = '400 InvalidPart'
      const reason = 'S3 needs the checksums of parts only for composite ones; MinIO always does'

      const wrong = await complete(sum(algorithm, 'other'))
      expect(wrong.outcome).toBe(differs({ engine: '400 BadDigest', minio: refused }, reason))
      expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
      const completed = await complete(sum(algorithm, WHOLE))
      expect(completed.outcome).toBe(differs({ engine: '200', minio: refused }, reason))
      if (completed.status !== 200) return
      const { headers } = await request({ method: 'HEAD', bucket, key: 'k', headers: checked })
      expect([headers[header], headers['x-amz-checksum-type']]).toEqual([sum(algorithm, WHOLE), 'FULL_OBJECT'])
    },
  )

  test('are compared in the completion of a full-object upload if they are repeated', async () => {
    const bucket = await given.bucket()
    const uploadId = await createUpload(bucket, 'k', { 'x-amz-checksum-algorithm': 'CRC64NVME' })
    const part = await putPart(bucket, 'k', uploadId, 1, 'x', { 'x-amz-checksum-crc64nvme': sum('crc64nvme', 'x') })
    const wrong = { ...part, headers: { ...part.headers, 'x-amz-checksum-crc64nvme': sum('crc64nvme', 'y') } }
    expect((await completeUpload(bucket, 'k', uploadId, [wrong])).outcome).toBe('400 InvalidPart')
  })

  test('are stored with the parts only if the upload was created without an algorithm', async () => {
    const bucket = await given.bucket()
    const uploadId = await createUpload(bucket, 'k')
    const part = await putPart(bucket, 'k', uploadId, 1, 'x', { 'x-amz-checksum-crc32': sum('crc32', 'x') })
    const listed = parseListParts((await request({ method: 'GET', bucket, key: 'k', query: { uploadId } })).bytes)
    expect([listed.checksum, listed.parts[0]?.checksums]).toEqual([undefined, { crc32: sum('crc32', 'x') }])
    expect((await completeUpload(bucket, 'k', uploadId, [part])).status).toBe(200)
    const { headers } = await request({ method: 'HEAD', bucket, key: 'k', headers: checked })
    expect(headers['x-amz-checksum-crc32']).toBeUndefined()
  })
})

describe('a checksum of the whole object in the completion', () => {
  async function ready(headers: Record<string, string>) {
    const bucket = await given.bucket()
    const uploadId = await createUpload(bucket, 'k', headers)
    const part = await putPart(bucket, 'k', uploadId, 1, 'x', { 'x-amz-checksum-crc32': sum('crc32', 'x') })
    return (declared: Record<string, string>) => completeUpload(bucket, 'k', uploadId, [part], { headers: declared })
  }
  const full = { 'x-amz-checksum-algorithm': 'CRC32', 'x-amz-checksum-type': 'FULL_OBJECT' }
  const composite = { 'x-amz-checksum-algorithm': 'CRC32' }

  test('is verified: FULL_OBJECT', async () => {
    const complete = await ready(full)
    const invalid = '400 InvalidArgument'
    expect((await complete({ 'x-amz-checksum-crc32': sum('crc32', 'y') })).outcome).toBe(
      differs({ engine: '400 BadDigest', minio: invalid }, 'the code is that of S3'),
    )
    expect((await complete({ 'x-amz-checksum-sha256': sum('sha256', 'x') })).outcome).toBe(invalid)
    const declared = { 'x-amz-checksum-crc32': sum('crc32', 'x'), 'x-amz-checksum-type': 'FULL_OBJECT' }
    expect((await complete(declared)).status).toBe(200)
  })

  test('is verified: COMPOSITE', async () => {
    const complete = await ready(composite)
    expect((await complete({ 'x-amz-checksum-crc32': sum('crc32', 'x') })).outcome).toBe(`400 ${WRONG_CHECKSUM}`)
    const value = compositeChecksum('crc32', [sum('crc32', 'x')]).replace(/-1$/, '')
    expect((await complete({ 'x-amz-checksum-crc32': value })).status).toBe(200)
  })

  test('is rejected if the upload has none', async () => {
    const complete = await ready({})
    expect((await complete({ 'x-amz-checksum-crc32': sum('crc32', 'x') })).outcome).toBe(`400 ${WRONG_CHECKSUM}`)
  })

  test('is verified along with the object size', async () => {
    const complete = await ready({})
    expect((await complete({ 'x-amz-mp-object-size': '5' })).outcome).toBe(
      differs({ engine: '400 InvalidRequest', minio: '200' }, 'a declared size is verified, as AWS does'),
    )
  })
})
