import { uniqueName, waitUntil } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { type LiveStream, openLive } from '../live-stream.ts'
import { startOwnServer } from '../own-server.ts'
import { assumeRole } from '../sts/session.ts'
import { differs, given, request, target } from '../target.ts'

const TRACE = '/minio/admin/v3/trace'
const LOG = '/minio/admin/v3/log'
const NOTHING = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::nothing/*'] }],
})
const NO_SECRETS = 'watchers must not see signatures, which allow a request to be replayed'

const open = (path: string, query: Record<string, string>) =>
  openLive({ url: target.url, path, query, credentials: target.root })

describe('trace', () => {
  test('sends a request after it has ended', async () => {
    const [bucket, key] = [await given.bucket(), uniqueName('ü x')]
    const stream = await open(TRACE, { s3: 'true' })
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
      200,
      'text/event-stream',
      'no-cache',
    ])
    await request({ method: 'PUT', bucket, key, body: 'content', query: { 'X-Amz-Foo': '1' } })
    const line = await stream.line('the upload', ({ path }) => path === `/${bucket}/${key}`)
    stream.stop()
    expect(line).toMatchObject({
      type: 4,
      nodename: new URL(target.url).host,
      funcname: 's3.PutObject',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      dur: expect.any(Number),
      bytes: expect.any(Number),
      http: {
        request: {
          proto: 'HTTP/1.1',
          method: 'PUT',
          path: `/${bucket}/${key}`,
          rawquery: 'X-Amz-Foo=1',
          headers: { Host: [new URL(target.url).host], 'Content-Length': ['7'] },
          client: '127.0.0.1',
        },
        response: { statuscode: 200, headers: { 'X-Amz-Request-Id': [expect.any(String)] } },
        stats: {
          inputbytes: expect.any(Number),
          outputbytes: 0,
          latency: line.dur,
          timetofirstbyte: expect.any(Number),
        },
      },
    })
    expect(line.dur).toBeGreaterThan(10_000)
  })

  test('never contains a signature', async () => {
    const bucket = await given.bucket()
    const stream = await open(TRACE, { s3: 'true' })
    await request({ method: 'HEAD', bucket })
    const line = await stream.line('the question', ({ path }) => path === `/${bucket}`)
    stream.stop()
    const { headers } = (line.http as { request: { headers: Record<string, string[]> } }).request
    const signature = /Signature=(.*)$/.exec(headers.Authorization?.[0] ?? '')?.[1]
    expect(headers.Authorization?.[0]).toContain(`Credential=${target.root.accessKey}/`)
    expect(signature).toEqual(
      differs({ engine: '*REDACTED*', minio: expect.stringMatching(/^[0-9a-f]{64}$/) }, NO_SECRETS),
    )
  })

  test('names operations as MinIO does', async () => {
    const bucket = await given.bucket()
    const stream = await open(TRACE, { s3: 'true' })
    const calls: [Parameters<typeof request>[0], string][] = [
      [{ method: 'GET', bucket, query: { location: '' } }, 's3.GetBucketLocation'],
      [{ method: 'GET', bucket, query: { 'list-type': '2' } }, 's3.ListObjectsV2'],
      [{ method: 'GET', bucket }, 's3.ListObjectsV1'],
      [{ method: 'GET', bucket, query: { notification: '' } }, 's3.GetBucketNotification'],
      [{ method: 'GET', bucket, query: { 'object-lock': '' } }, 's3.GetBucketObjectLockConfig'],
      [{ method: 'GET', bucket, query: { uploads: '' } }, 's3.ListMultipartUploads'],
      [{ method: 'GET', bucket, query: { versioning: '' } }, 's3.GetBucketVersioning'],
      [{ method: 'GET', bucket, key: 'k' }, 's3.GetObject'],
      [{ method: 'HEAD', bucket, key: 'k' }, 's3.HeadObject'],
      [{ method: 'POST', bucket, key: 'k', query: { uploads: '' } }, 's3.NewMultipartUpload'],
      [{ method: 'DELETE', bucket, key: 'k' }, 's3.DeleteObject'],
      [{ method: 'DELETE', bucket }, 's3.DeleteBucket'],
    ]
    for (const [call] of calls) await request(call)
    await stream.line('the last', ({ funcname, path }) => funcname === 's3.DeleteBucket' && path === `/${bucket}`)
    const names = stream.lines().filter(({ path }) => String(path).startsWith(`/${bucket}`))
    stream.stop()
    expect(names.map(({ funcname }) => funcname)).toEqual(calls.map(([, name]) => name))
  })

  test('sends only failed requests when filtered by errors', async () => {
    const bucket = await given.bucket()
    const stream = await open(TRACE, { s3: 'true', err: 'true' })
    await given.object(bucket, 'there')
    await request({ method: 'GET', bucket, key: 'missing' })
    const line = await stream.line('the refusal', ({ path }) => path === `/${bucket}/missing`)
    stream.stop()
    expect(line.http).toMatchObject({ response: { statuscode: 404 } })
    expect(stream.lines().some(({ path }) => path === `/${bucket}/there`)).toBe(false)
  })

  test('sends admin calls instead of S3 calls when filtered by internal calls', async () => {
    const bucket = await given.bucket()
    const stream = await open(TRACE, { s3: 'false', internal: 'true' })
    await given.object(bucket, 'k')
    await request({ method: 'GET', path: '/minio/admin/v3/info' })
    const line = await stream.line('the call', ({ path }) => path === '/minio/admin/v3/info')
    stream.stop()
    expect(line).toMatchObject({ type: 8, funcname: 'admin.ServerInfo', http: { response: { statuscode: 200 } } })
    expect(stream.lines().some(({ path }) => String(path).startsWith(`/${bucket}`))).toBe(false)
  })

  test('sends only slow calls when filtered by them', async () => {
    const bucket = await given.bucket()
    const [slow, all] = [await open(TRACE, { s3: 'true', threshold: '1h' }), await open(TRACE, { all: 'true' })]
    await given.object(bucket, 'k')
    await all.line('the upload', ({ path, type }) => path === `/${bucket}/k` && type === 4)
    slow.stop()
    all.stop()
    expect(slow.lines()).toEqual([])
  })

  test('sends calls of the drives and of the system when they are requested', async () => {
    const bucket = await given.bucket()
    const [inner, all] = [await open(TRACE, { storage: 'true', os: 'true' }), await open(TRACE, { s3: 'true' })]
    await given.object(bucket, 'k')
    await all.line('the upload', ({ path }) => path === `/${bucket}/k`)
    if (target.kind === 'minio')
      await inner.line('a call of a drive', ({ funcname }) => /^storage\./.test(`${funcname}`))
    const types = new Set(inner.lines().map(({ type }) => type))
    inner.stop()
    all.stop()
    expect([...types].toSorted()).toEqual(
      differs({ engine: [], minio: [1, 2] }, 'the engine traces the calls of its clients, and has no calls of drives'),
    )
  })

  test('keeps the connection open with whitespace', async () => {
    const stream = await open(TRACE, { s3: 'true', threshold: '1h' })
    await waitUntil('two blanks', () => stream.text().length >= 2)
    stream.stop()
    expect(stream.text()).toMatch(/^ +$/)
  })

  test('rejects a threshold that is not a duration', async () => {
    const response = await request({ method: 'GET', path: TRACE, query: { s3: 'true', threshold: 'x' } })
    expect(response.outcome).toBe('400 InvalidRequest')
  })

  test('requires a permission', async () => {
    const credentials = await assumeRole({ policy: NOTHING })
    expect((await request({ method: 'GET', path: TRACE, query: { s3: 'true' }, credentials })).outcome).toBe(
      '403 AccessDenied',
    )
  })
})

describe('log', () => {
  test('sends the last entries, the latest last, and each of them with its fields', async () => {
    const server = await startOwnServer()
    const entry = (stream: LiveStream) =>
      stream.line('an entry', ({ error }) => /refused/i.test(JSON.stringify(error ?? '')))
    const log = (query: Record<string, string>) =>
      openLive({ url: server.url, path: LOG, query, credentials: server.root })
    // Nothing listens on port 1: the server logs that it can't deliver its audit entries.
    await server.setConfig('audit_webhook:unreachable endpoint=http://127.0.0.1:1/audit')
    await server.request({ method: 'GET' })
    const first = await log({ node: '', limit: '10', logType: 'all' })
    expect(await entry(first)).toMatchObject({
      level: 'ERROR',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      deploymentid: expect.any(String),
      api: { name: expect.stringMatching(/./) },
      error: { message: expect.stringMatching(/refused/i), source: expect.any(Array) },
      ConsoleMsg: '',
      node: expect.any(String),
    })
    const [again, none] = [await log({ node: '', limit: '10' }), await log({ node: '', limit: '0' })]
    await entry(again)
    for (const stream of [first, again, none]) stream.stop()
    await server.stop()
  })

  test('of another server sends nothing but keepalives', async () => {
    const stream = await open(LOG, { node: 'another:9000', limit: '10', logType: 'all' })
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream'])
    await waitUntil('two blanks', () => stream.text().length >= 2)
    stream.stop()
    expect(stream.text()).toMatch(/^ +$/)
  })

  test("ignores a limit that isn't a number", async () => {
    const stream = await open(LOG, { node: '', limit: 'x', logType: 'all' })
    stream.stop()
    expect(stream.status).toBe(200)
  })

  test('requires a permission', async () => {
    const credentials = await assumeRole({ policy: NOTHING })
    expect((await request({ method: 'GET', path: LOG, query: { limit: '1' }, credentials })).outcome).toBe(
      '403 AccessDenied',
    )
  })
})
