/** The format of error responses. */
import type { SendOptions } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request } from '../target.ts'

const bucket = await given.bucket()
await given.object(bucket, 'k', 'text')

const NO_SUCH_BUCKET = 'parity-no-such-bucket'
const ID = '[0-9A-F]{16}'
const HOST = '[0-9a-f]{64}'

const escaped = (text: string) =>
  text.replace(
    /[&<>"'\t\n\r]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '\t': '&#x9;' })[char] ?? `&#${char.charCodeAt(0)};`,
  )

function expectDocument(text: string, fields: Record<string, string>): void {
  const inner = Object.entries(fields).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
  const [start, rest] = text.split('<RequestId>')
  expect(start).toBe(`<?xml version="1.0" encoding="UTF-8"?>\n<Error>${inner.join('')}`)
  expect(rest).toMatch(new RegExp(`^${ID}</RequestId><HostId>${HOST}</HostId></Error>$`))
}

describe('The document of an error', () => {
  test('names key, bucket and resource, in this order', async () => {
    const response = await request({ method: 'GET', bucket, key: 'dir/absent' })
    expect([response.status, response.headers['content-type']]).toEqual([404, 'application/xml'])
    expectDocument(response.text, {
      Code: 'NoSuchKey',
      Message: 'The specified key does not exist.',
      Key: 'dir/absent',
      BucketName: bucket,
      Resource: `/${bucket}/dir/absent`,
    })
    expect(response.headers['x-amz-request-id']).toMatch(new RegExp(`^${ID}$`))
    expect(response.text).toContain(`<RequestId>${response.headers['x-amz-request-id']}</RequestId>`)
    expect(response.text).toContain(`<HostId>${response.headers['x-amz-id-2']}</HostId>`)
  })

  test('omits the key where there is none', async () => {
    const response = await request({ method: 'GET', bucket: NO_SUCH_BUCKET })
    expectDocument(response.text, {
      Code: 'NoSuchBucket',
      Message: 'The specified bucket does not exist',
      BucketName: NO_SUCH_BUCKET,
      Resource: `/${NO_SUCH_BUCKET}`,
    })
  })

  test('omits key and bucket where there is neither', async () => {
    const response = await request({ method: 'GET', credentials: undefined })
    expectDocument(response.text, { Code: 'AccessDenied', Message: 'Access Denied.', Resource: '/' })
  })

  test.each(ODD_KEYS)('contains the key %j unchanged', async (key) => {
    const response = await request({ method: 'GET', bucket, key })
    expectDocument(response.text, {
      Code: 'NoSuchKey',
      Message: 'The specified key does not exist.',
      Key: key,
      BucketName: bucket,
      Resource: `/${bucket}/${key}`,
    })
  })
})

describe('The response to a failed HEAD', () => {
  test.each<[string, Partial<SendOptions>, number, string, string]>([
    ['a missing object', { key: 'absent' }, 404, 'NoSuchKey', 'The specified key does not exist.'],
    ['a missing bucket', { bucket: NO_SUCH_BUCKET }, 404, 'NoSuchBucket', 'The specified bucket does not exist'],
    ['no signature', { key: 'k', credentials: undefined }, 403, 'AccessDenied', 'Access Denied.'],
    [
      'an invalid version',
      { key: 'k', query: { versionId: 'zz' } },
      400,
      'InvalidArgument',
      'Invalid version id specified',
    ],
  ])('reports %s in its headers', async (_, options, status, code, message) => {
    const response = await request({ method: 'HEAD', bucket, ...options })
    expect([response.status, response.text]).toEqual([status, ''])
    expect(response.headers['x-minio-error-code']).toBe(code)
    expect(response.headers['x-minio-error-desc']).toBe(`"${message}"`)
  })
})

describe('An unknown call', () => {
  const ALLOWED = 'DELETE, GET, HEAD, OPTIONS, PUT'

  test.each<[string, Partial<SendOptions>, string, string]>([
    ['PATCH', { key: 'k' }, '/BUCKET/k', ALLOWED],
    ['PATCH', {}, '/BUCKET', ALLOWED],
    ['PROPFIND', {}, '/BUCKET', ALLOWED],
    ['POST', { key: 'k' }, '/BUCKET/k', ALLOWED],
    ['PUT', { path: '/' }, '/', 'GET'],
    ['DELETE', { path: '/' }, '/', 'GET'],
    ['POST', { path: '/' }, '/', 'GET'],
  ])('is rejected: %s %j', async (method, options, path, allow) => {
    const { status, code, message, headers } = await request({ method, bucket, ...options })
    expect([status, code, message, headers.allow]).toEqual(
      differs(
        {
          engine: [405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.', allow],
          minio: [
            400,
            'BadRequest',
            `An unsupported API call for method: ${method} at '${path.replace('BUCKET', bucket)}'`,
            undefined,
          ],
        },
        'AWS documents the code for methods, and RFC 9110 requires the header',
      ),
    )
  })

  test('is rejected: a POST to a bucket that is no form', async () => {
    expect((await request({ method: 'POST', bucket })).outcome).toBe(
      differs(
        {
          engine: '400 RequestIsNotMultiPartContent',
          minio: '400 BadRequest',
        },
        'the code that AWS documents',
      ),
    )
  })

  test.each<[string, string]>([
    ['/A_B', '400 InvalidBucketName'],
    ['/ab', '400 InvalidBucketName'],
    ['/minio', '403 AllAccessDisabled'],
    ['/.minio.sys/x', '403 AllAccessDisabled'],
  ])('is rejected: %s', async (path, outcome) => {
    expect((await request({ method: 'GET', path })).outcome).toBe(outcome)
  })

  test.each(['/favicon.ico', '/robots.txt'])('is rejected for browsers too: %s', async (path) => {
    expect((await request({ method: 'GET', path, credentials: undefined })).outcome).toBe('403 AccessDenied')
  })

  test('includes a virtual-hosted-style request: no domain is configured', async () => {
    const response = await request({
      method: 'GET',
      path: '/k',
      credentials: undefined,
      headers: { host: `${bucket}.localhost` },
    })
    expect(response.outcome).toBe('400 InvalidBucketName')
  })
})

describe('Unsupported operations are rejected by name', () => {
  const NOT_OFFERED = 'the engine reports that it is unsupported before checking the rest'

  test.each<[string, SendOptions['method'], Partial<SendOptions>, string]>([
    ['GetObjectFromZip', 'GET', { key: 'a.zip/x', headers: { 'x-minio-extract': 'true' } }, '404 NoSuchKey'],
    [
      'PutObjectExtract',
      'PUT',
      { key: 'a.tar', headers: { 'x-amz-meta-snowball-auto-extract': 'true' } },
      '400 BadRequest',
    ],
    ['SelectObjectContent', 'POST', { key: 'k', query: { select: '', 'select-type': '2' } }, '500 InternalError'],
    ['RestoreObject', 'POST', { key: 'k', query: { restore: '' } }, '403 InvalidObjectState'],
    ['AppendObject', 'PUT', { key: 'k', headers: { 'x-amz-write-offset-bytes': '0' } }, '400 BadRequest'],
    [
      'GetObjectLambda',
      'GET',
      { key: 'k', query: { lambdaArn: 'arn:minio:s3-object-lambda::f:webhook' } },
      '404 LambdaARNNotFound',
    ],
    ['GetObjectTorrent', 'GET', { key: 'k', query: { torrent: '' } }, '501 NotImplemented'],
    ['PutBucketWebsite', 'PUT', { query: { website: '' } }, '400 MalformedXML'],
    ['DeleteBucketWebsite', 'DELETE', { query: { website: '' } }, '200'],
    ['GetBucketInventoryConfiguration', 'GET', { query: { inventory: '' } }, '501 NotImplemented'],
    ['GetBucketAnalyticsConfiguration', 'GET', { query: { analytics: '' } }, '501 NotImplemented'],
    ['GetBucketMetricsConfiguration', 'GET', { query: { metrics: '' } }, '501 NotImplemented'],
    ['GetPublicAccessBlock', 'GET', { query: { publicAccessBlock: '' } }, '501 NotImplemented'],
    ['PutBucketRequestPayment', 'PUT', { query: { requestPayment: '' } }, '400 MalformedXML'],
    ['PutBucketAccelerateConfiguration', 'PUT', { query: { accelerate: '' } }, '400 MalformedXML'],
    ['PutBucketLogging', 'PUT', { query: { logging: '' } }, '400 MalformedXML'],
  ])('%s', async (name, method, options, minio) => {
    const body = method === 'GET' ? undefined : 'x'
    const response = await request({ method, bucket, body, ...options })
    const refused = '501 NotImplemented'
    expect(response.outcome).toBe(minio === refused ? refused : differs({ engine: refused, minio }, NOT_OFFERED))
    expect(response.message).toBe(
      differs({ engine: `${name} is not implemented by this server.`, minio: response.message }, NOT_OFFERED),
    )
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('text')
  })

  test('HeadObjectInZip', async () => {
    const response = await request({ method: 'HEAD', bucket, key: 'a.zip/x', headers: { 'x-minio-extract': 'true' } })
    expect(response.outcome).toBe(differs({ engine: '501 NotImplemented', minio: '404 NoSuchKey' }, NOT_OFFERED))
  })
})
