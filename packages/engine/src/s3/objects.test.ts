import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { md5Base64, objectPath, startTestEngine } from '../test-engine.ts'

const engine = await startTestEngine()
await engine.send('PUT', '/bkt')
afterAll(() => engine.stop())

test('GET returns the bytes, headers and metadata of an object', async () => {
  const put = await engine.send('PUT', '/bkt/dir/a.txt', {
    body: '0123456789',
    headers: {
      'content-type': 'text/plain',
      'content-encoding': 'aws-chunked,gzip',
      'cache-control': 'no-cache',
      'content-disposition': 'attachment; filename="x"',
      'content-language': 'de',
      expires: 'Thu, 21 Oct 2027 07:28:00 GMT',
      'x-amz-meta-Owner': 'Me',
      'x-amz-meta-__proto__': 'an ordinary name',
    },
  })
  expect(put).toMatchObject({ status: 200, headers: { etag: '"781e5e245d69b566979b86e28d23f2c7"' } })
  for (const method of ['GET', 'HEAD']) {
    expect(await engine.send(method, '/bkt/dir/a.txt')).toMatchObject({
      status: 200,
      text: method === 'GET' ? '0123456789' : '',
      headers: {
        'content-length': '10',
        'content-type': 'text/plain',
        'content-encoding': 'gzip',
        'cache-control': 'no-cache',
        'content-disposition': 'attachment; filename="x"',
        'content-language': 'de',
        expires: 'Thu, 21 Oct 2027 07:28:00 GMT',
        'x-amz-meta-owner': 'Me',
        'x-amz-meta-__proto__': 'an ordinary name',
        etag: '"781e5e245d69b566979b86e28d23f2c7"',
        'accept-ranges': 'bytes',
      },
    })
  }
})

test('query parameters replace response headers', async () => {
  await engine.send('PUT', '/bkt/over', { body: 'x' })
  const query = `response-content-type=text%2Fcsv&response-content-disposition=${encodeURIComponent('attachment; filename="ü\n"')}`
  const { headers } = await engine.send('GET', '/bkt/over', { query })
  expect(headers['content-type']).toBe('text/csv')
  expect(Buffer.from(headers['content-disposition'] ?? '', 'latin1').toString()).toBe('attachment; filename="ü "')
})

describe('ranges', () => {
  beforeAll(async () => {
    await engine.send('PUT', '/bkt/ten', { body: '0123456789' })
    await engine.send('PUT', '/bkt/none')
  })

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=5-', '56789', 'bytes 5-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=3-100', '3456789', 'bytes 3-9/10'],
    ['bytes=-100', '0123456789', 'bytes 0-9/10'],
  ])('%s returns %s', async (range, text, contentRange) => {
    expect(await engine.send('GET', '/bkt/ten', { headers: { range } })).toMatchObject({
      status: 206,
      text,
      headers: { 'content-range': contentRange, 'content-length': String(text.length) },
    })
    expect(await engine.send('HEAD', '/bkt/ten', { headers: { range } })).toMatchObject({
      status: 206,
      headers: { 'content-range': contentRange, 'content-length': String(text.length) },
    })
  })

  test.each(['bytes=0-1,3-4', 'items=0-1', 'bytes=a-b', 'bytes=-', 'bytes=5-3'])('%s is ignored', async (range) => {
    expect(await engine.send('GET', '/bkt/ten', { headers: { range } })).toMatchObject({
      status: 200,
      text: '0123456789',
    })
  })

  test.each([
    ['/bkt/ten', 'bytes=10-'],
    ['/bkt/ten', 'bytes=-0'],
    ['/bkt/none', 'bytes=0-0'],
  ])('rejects for %s the range %s', async (path, range) => {
    expect(await engine.send('GET', path, { headers: { range } })).toMatchObject({ status: 416, code: 'InvalidRange' })
  })

  test('partNumber=1 returns all of an object that was not uploaded in parts', async () => {
    expect(await engine.send('GET', '/bkt/ten', { query: 'partNumber=1' })).toMatchObject({ status: 206 })
    expect(await engine.send('GET', '/bkt/ten', { query: 'partNumber=2' })).toMatchObject({
      status: 416,
      code: 'InvalidPartNumber',
    })
  })
})

describe('conditions', () => {
  const etag = '"9dd4e461268c8034f5c8564e155c67a6"'
  const past = 'Sat, 21 Nov 2020 00:00:00 GMT'
  const future = 'Sat, 21 Nov 2037 00:00:00 GMT'
  beforeAll(() => engine.send('PUT', '/bkt/cond', { body: 'x' }))

  test.each<[Record<string, string>, number]>([
    [{ 'if-match': etag }, 200],
    [{ 'if-match': etag.replaceAll('"', '') }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-modified-since': past }, 200],
    [{ 'if-modified-since': future }, 304],
    [{ 'if-modified-since': 'no date' }, 200],
    [{ 'if-unmodified-since': past }, 412],
    [{ 'if-unmodified-since': future }, 200],
    [{ 'if-match': etag, 'if-unmodified-since': past }, 200],
  ])('%j responds with %i', async (headers, status) => {
    for (const method of ['GET', 'HEAD']) {
      expect(await engine.send(method, '/bkt/cond', { headers })).toMatchObject({ status })
    }
  })
})

describe('names', () => {
  test.each([
    ['GET', '', '', 404, 'NoSuchKey'],
    ['HEAD', '', '', 404, 'NoSuchKey'],
    ['DELETE', '', '', 204, ''],
    ['GET', '', 'tagging', 404, 'NoSuchKey'],
    ['GET', '', 'uploadId=none', 404, 'NoSuchUpload'],
    ['PUT', '', '', 400, 'KeyTooLongError'],
    ['GET', 'prefix', '', 200, ''],
    ['GET', 'marker', '', 200, ''],
    ['GET', 'start-after', 'list-type=2', 200, ''],
    ['GET', 'key-marker', 'versions', 200, ''],
    ['GET', 'key-marker', 'uploads', 200, ''],
  ])('%s of a too long name (%s %s) finds nothing', async (method, parameter, query, status, code) => {
    const long = `${'a/'.repeat(2500)}a`
    const reply =
      parameter === ''
        ? await engine.send(method, `/bkt/${long}`, { query })
        : await engine.send(method, '/bkt', { query: `${query}&${parameter}=${long}` })
    expect(reply).toMatchObject({ status, code })
  })

  test.each(['a/b', 'a/', '...', 'sp ace', 'pl+us', 'ü/😀', 'back\\slash', '<&">', 'k\nl', `${'x'.repeat(255)}/y`])(
    'accepts the name %j',
    async (key) => {
      const path = objectPath('bkt', `odd/${key}`)
      expect(await engine.send('PUT', path, { body: key })).toMatchObject({ status: 200 })
      expect(await engine.send('GET', path)).toMatchObject({ status: 200, text: key })
      expect(await engine.send('DELETE', path)).toMatchObject({ status: 204 })
      expect(await engine.send('HEAD', path)).toMatchObject({ status: 404, code: 'NoSuchKey' })
    },
  )

  test.each([
    ['/bkt/a//b', 'XMinioInvalidObjectName'],
    ['/bkt/a/%00', 'XMinioInvalidObjectName'],
    ['/bkt/%FF', 'XMinioInvalidObjectName'],
    [`/bkt/${'x'.repeat(256)}`, 'XMinioInvalidObjectName'],
    [`/bkt/${`${'y'.repeat(200)}/`.repeat(6)}`, 'KeyTooLongError'],
  ])('rejects %s with %s', async (path, code) => {
    expect(await engine.send('PUT', path, { body: 'x' })).toMatchObject({ status: 400, code })
  })

  test('ignores one leading slash before the name, as MinIO does', async () => {
    await engine.send('PUT', '/bkt//lead', { body: 'x' })
    expect(await engine.send('GET', '/bkt/lead')).toMatchObject({ status: 200, text: 'x' })
  })

  test('a folder marker and an object of the same name can coexist', async () => {
    await engine.send('PUT', '/bkt/same', { body: 'file' })
    await engine.send('PUT', '/bkt/same/', { body: '' })
    expect(await engine.send('GET', '/bkt/same')).toMatchObject({ text: 'file' })
    expect(await engine.send('GET', '/bkt/same/')).toMatchObject({ status: 200, text: '' })
  })
})

describe('uploads with unsupported or wrong headers', () => {
  test.each<[Record<string, string>, number, string]>([
    [{ 'content-md5': md5Base64('other') }, 400, 'BadDigest'],
    [{ 'content-md5': 'zz' }, 400, 'InvalidDigest'],
    [{ 'x-amz-content-sha256': '0'.repeat(64) }, 400, 'XAmzContentSHA256Mismatch'],
    [{ 'x-amz-checksum-crc32': 'AAAAAA==' }, 400, 'BadDigest'],
    [{ 'x-amz-storage-class': 'GLACIER' }, 400, 'InvalidStorageClass'],
    [{ 'x-amz-tagging': 'a=b&a=c' }, 400, 'InvalidTag'],
    [{ 'x-amz-server-side-encryption': 'aws:kms' }, 501, 'NotImplemented'],
    [{ 'x-amz-server-side-encryption': 'AES128' }, 400, 'InvalidArgument'],
    [{ 'x-amz-object-lock-legal-hold': 'ON' }, 400, 'InvalidRequest'],
    [{ 'if-match': '*' }, 404, 'NoSuchKey'],
    [{ 'x-amz-meta-long': 'x'.repeat(2100) }, 400, 'MetadataTooLarge'],
  ])('rejects %j with %i %s and stores nothing', async (headers, status, code) => {
    expect(await engine.send('PUT', '/bkt/refused', { body: 'x', headers })).toMatchObject({ status, code })
    expect(await engine.send('HEAD', '/bkt/refused')).toMatchObject({ status: 404 })
  })

  test('accepts headers that request the default', async () => {
    const headers = { 'x-amz-acl': 'private', 'x-amz-storage-class': 'STANDARD', 'content-md5': md5Base64('x') }
    expect(await engine.send('PUT', '/bkt/plain', { body: 'x', headers })).toMatchObject({ status: 200 })
  })

  test('reports a missing bucket', async () => {
    expect(await engine.send('PUT', '/missing/a', { body: 'x' })).toMatchObject({ status: 404, code: 'NoSuchBucket' })
  })
})

describe('deletion', () => {
  test('deleting a missing object succeeds', async () => {
    expect(await engine.send('DELETE', '/bkt/never')).toMatchObject({ status: 204 })
    expect(await engine.send('DELETE', '/missing/never')).toMatchObject({ status: 404, code: 'NoSuchBucket' })
  })

  test('a missing version is not replaced by the latest one', async () => {
    const query = 'versionId=11111111-1111-1111-1111-111111111111'
    await engine.send('PUT', '/bkt/versioned', { body: 'x' })
    expect(await engine.send('GET', '/bkt/versioned', { query })).toMatchObject({ status: 404, code: 'NoSuchVersion' })
    expect(await engine.send('DELETE', '/bkt/versioned', { query })).toMatchObject({ status: 204 })
    expect(await engine.send('GET', '/bkt/versioned', { query: 'versionId=null' })).toMatchObject({ status: 200 })
    expect(await engine.send('GET', '/bkt/versioned', { query: 'versionId=no' })).toMatchObject({
      status: 400,
      code: 'InvalidArgument',
    })
  })

  function deleteMany(body: string, headers: Record<string, string> = { 'content-md5': md5Base64(body) }) {
    return engine.send('POST', '/bkt', { query: 'delete', body, headers })
  }

  test('deletes many objects in one request with a result for each', async () => {
    await engine.send('PUT', '/bkt/many/1', { body: 'x' })
    const reply = await deleteMany(
      '<Delete><Object><Key>many/1</Key></Object><Object><Key>many/2</Key></Object><Object><Key>a//b</Key></Object></Delete>',
    )
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('<Deleted><Key>many/1</Key></Deleted><Deleted><Key>many/2</Key></Deleted>')
    expect(reply.text).toMatch(/<Error><Code>XMinioInvalidObjectName<.*<Key>a\/\/b<\/Key>/)
    expect(await engine.send('HEAD', '/bkt/many/1')).toMatchObject({ status: 404 })
  })

  test('quiet responses list failures only', async () => {
    const { text } = await deleteMany('<Delete><Quiet>true</Quiet><Object><Key>never</Key></Object></Delete>')
    expect(text).not.toContain('never')
  })

  test('the list requires a correct digest and at least one object', async () => {
    const list = '<Delete><Object><Key>never</Key></Object></Delete>'
    expect(await deleteMany(list, {})).toMatchObject({ status: 400, code: 'MissingContentMD5' })
    expect(await deleteMany(list, { 'content-md5': md5Base64('other') })).toMatchObject({ code: 'BadDigest' })
    expect(await deleteMany('<Delete></Delete>')).toMatchObject({ status: 400, code: 'MalformedXML' })
  })
})

test('the bytes of a copy match its ETag even if the source is overwritten concurrently', async () => {
  const begun = await engine.send('POST', '/bkt/racing', { query: 'uploads' })
  const uploadId = /<UploadId>([^<]+)/.exec(begun.text)?.[1] ?? ''
  const long = Buffer.alloc(24 * 1024 * 1024, 'long')
  const part = await engine.send('PUT', '/bkt/racing', { query: `partNumber=1&uploadId=${uploadId}`, body: long })
  const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part.headers.etag}</ETag></Part></CompleteMultipartUpload>`
  expect(await engine.send('POST', '/bkt/racing', { query: `uploadId=${uploadId}`, body })).toMatchObject({
    status: 200,
  })

  const [copied] = await Promise.all([
    engine.send('PUT', '/bkt/copied', { headers: { 'x-amz-copy-source': '/bkt/racing' } }),
    engine.send('PUT', '/bkt/racing', { body: 'short' }),
  ])
  if (copied.status === 503) {
    expect(copied.code).toBe('SlowDown')
    expect(await engine.send('HEAD', '/bkt/copied')).toMatchObject({ status: 404 })
  } else {
    const { body: bytes, headers } = await engine.send('GET', '/bkt/copied')
    expect(headers.etag).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`)
  }
})
