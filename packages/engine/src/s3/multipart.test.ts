import {
  createChecksum,
  parseInitiateMultipartUpload,
  parseListParts,
  writeCompleteMultipartUpload,
} from '@cooperage/wire'
import { afterAll, expect, test } from 'vitest'
import { startTestEngine } from '../test-engine.ts'

const FIVE_MIB = Buffer.alloc(5 * 1024 * 1024, 'five')

const engine = await startTestEngine()
await engine.send('PUT', '/bkt')
afterAll(() => engine.stop())

async function begin(key: string, headers: Record<string, string> = {}): Promise<string> {
  const reply = await engine.send('POST', `/bkt/${key}`, { query: 'uploads', headers })
  expect(reply.status).toBe(200)
  return parseInitiateMultipartUpload(reply.text).uploadId
}

async function putPart(key: string, uploadId: string, partNumber: number | string, body: string | Buffer) {
  const reply = await engine.send('PUT', `/bkt/${key}`, {
    query: `partNumber=${partNumber}&uploadId=${uploadId}`,
    body,
  })
  return { ...reply, partNumber: Number(partNumber), etag: (reply.headers.etag ?? '').replaceAll('"', '') }
}

function complete(key: string, uploadId: string, parts: { partNumber: number; etag: string }[], headers = {}) {
  const body = writeCompleteMultipartUpload(parts)
  return engine.send('POST', `/bkt/${key}`, { query: `uploadId=${uploadId}`, body, headers })
}

test('parts become one object with the metadata of the created upload', async () => {
  const uploadId = await begin('big', { 'content-type': 'text/x', 'x-amz-meta-a': 'b' })
  const parts = [await putPart('big', uploadId, 2, 'tail'), await putPart('big', uploadId, 1, FIVE_MIB)].reverse()
  expect(await engine.send('HEAD', '/bkt/big')).toMatchObject({ status: 404 })

  const done = await complete('big', uploadId, parts)
  expect(done.status).toBe(200)
  expect(done.text).toMatch(/<Location>http:\/\/127.0.0.1:\d+\/bkt\/big<\/Location>/)
  const { status, headers, body } = await engine.send('GET', '/bkt/big')
  expect({ status, length: body.length }).toEqual({ status: 200, length: FIVE_MIB.length + 4 })
  expect(headers).toMatchObject({ 'content-type': 'text/x', 'x-amz-meta-a': 'b' })
  expect(headers.etag).toMatch(/^"[0-9a-f]{32}-2"$/)
  expect(await putPart('big', uploadId, 1, 'more')).toMatchObject({ status: 404, code: 'NoSuchUpload' })
})

test('lists parts in pages', async () => {
  const uploadId = await begin('listed')
  for (const number of [3, 1, 2]) await putPart('listed', uploadId, number, `part ${number}`)
  const first = await engine.send('GET', '/bkt/listed', { query: `uploadId=${uploadId}&max-parts=2` })
  expect(parseListParts(first.text)).toMatchObject({
    isTruncated: true,
    nextPartNumberMarker: 2,
    parts: [{ partNumber: 1 }, { partNumber: 2, size: 6 }],
  })
  const rest = await engine.send('GET', '/bkt/listed', { query: `uploadId=${uploadId}&part-number-marker=2` })
  expect(parseListParts(rest.text)).toMatchObject({ isTruncated: false, parts: [{ partNumber: 3 }] })
})

test('rejects invalid part lists and keeps the upload', async () => {
  const uploadId = await begin('wrong')
  const small = await putPart('wrong', uploadId, 1, 'small')
  const last = await putPart('wrong', uploadId, 2, 'last')
  const cases: [{ partNumber: number; etag: string }[], string][] = [
    [[small, last], 'EntityTooSmall'],
    [[last, small], 'InvalidPartOrder'],
    [[small, small], 'InvalidPartOrder'],
    [[{ partNumber: 1, etag: last.etag }], 'InvalidPart'],
    [[{ partNumber: 9, etag: last.etag }], 'InvalidPart'],
    [[], 'InvalidRequest'],
  ]
  for (const [parts, code] of cases) {
    expect(await complete('wrong', uploadId, parts), code).toMatchObject({ status: 400, code })
  }
  expect(await complete('wrong', uploadId, [small])).toMatchObject({ status: 200 })
})

test('checksum headers of a completion belong to the object instead of the document', async () => {
  const uploadId = await begin('sums')
  const part = await putPart('sums', uploadId, 1, 'x')
  const headers = { 'x-amz-checksum-crc32c': 'AAAAAA==' }
  // A mismatch with the document would have a different code.
  expect(await complete('sums', uploadId, [part], headers)).toMatchObject({
    status: 400,
    code: 'BadDigest',
  })
  expect(await complete('sums', uploadId, [part])).toMatchObject({ status: 200 })
})

test.each([
  ['0', 400, 'InvalidArgument'],
  ['x', 400, 'InvalidArgument'],
  ['10001', 400, 'InvalidArgument'],
])('rejects the part number %s with %i %s', async (number, status, code) => {
  const uploadId = await begin('numbers')
  expect(await putPart('numbers', uploadId, number, 'x')).toMatchObject({ status, code })
})

test('an aborted upload no longer exists, not even for another abort', async () => {
  const uploadId = await begin('aborted')
  const part = await putPart('aborted', uploadId, 1, 'x')
  const query = `uploadId=${uploadId}`
  expect(await engine.send('DELETE', '/bkt/aborted', { query })).toMatchObject({ status: 204 })
  expect(await engine.send('DELETE', '/bkt/aborted', { query })).toMatchObject({ status: 404, code: 'NoSuchUpload' })
  expect(await putPart('aborted', uploadId, 1, 'x')).toMatchObject({ status: 404, code: 'NoSuchUpload' })
  expect(await complete('aborted', uploadId, [part])).toMatchObject({ status: 404, code: 'NoSuchUpload' })
})

test('an upload id without a part number does not overwrite the object', async () => {
  await engine.send('PUT', '/bkt/safe', { body: 'kept' })
  expect(await engine.send('PUT', '/bkt/safe', { query: 'uploadId=x', body: 'lost' })).toMatchObject({ status: 405 })
  expect(await engine.send('GET', '/bkt/safe')).toMatchObject({ text: 'kept' })
})

test('a completion repeated after a restart succeeds, even if its condition no longer holds', async () => {
  const uploadId = await begin('once', { 'x-amz-checksum-algorithm': 'CRC32' })
  const checksum = createChecksum('crc32')
  checksum.update(Buffer.from('text'))
  const crc32 = checksum.base64()
  const headers = { 'x-amz-checksum-crc32': crc32 }
  const query = `partNumber=1&uploadId=${uploadId}`
  const part = await engine.send('PUT', '/bkt/once', { query, body: 'text', headers })
  const named = [{ partNumber: 1, etag: String(part.headers.etag).replaceAll('"', ''), checksums: { crc32 } }]
  const once = () => complete('once', uploadId, named, { 'if-none-match': '*' })
  const first = await once()
  expect(first.status).toBe(200)

  await engine.restart()
  const again = await once()
  // The port changes with the restart.
  const comparable = (text: string) => text.replace(/<Location>.*<\/Location>/, '')
  expect([again.status, comparable(again.text), again.headers.etag]).toEqual([
    200,
    comparable(first.text),
    first.headers.etag,
  ])
  expect(again.headers['x-amz-checksum-crc32']).toBe(first.headers['x-amz-checksum-crc32'])
})

test('concurrent completions all succeed and create one version', async () => {
  await engine.send('PUT', '/versions')
  const body = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
  await engine.send('PUT', '/versions', { query: 'versioning', body })
  const begun = await engine.send('POST', '/versions/k', { query: 'uploads' })
  const { uploadId } = parseInitiateMultipartUpload(begun.text)
  const { headers } = await engine.send('PUT', '/versions/k', { query: `partNumber=1&uploadId=${uploadId}`, body: 'x' })
  const list = writeCompleteMultipartUpload([{ partNumber: 1, etag: String(headers.etag).replaceAll('"', '') }])
  const once = () => engine.send('POST', '/versions/k', { query: `uploadId=${uploadId}`, body: list })
  const replies = await Promise.all([once(), once(), once()])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(replies.map(({ headers }) => headers['x-amz-version-id'])).size).toBe(1)
})
