import { request } from 'node:http'
import { EMPTY_SHA256, signPostPolicy, signRequest } from '@cooperage/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT, sendPlain, startTestEngine, type TestEngine } from '../test-engine.ts'
import { formHeaders, readForm } from './form-upload.ts'

const TYPE = 'multipart/form-data; boundary=XX'
const field = (name: string, value: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const FILE = '--XX\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
const END = '\r\n--XX--\r\n'

const FIELDS_TOO_LARGE = 'MaxPostPreDataLengthExceeded'

/** A body of single chunks that counts the chunks read and records whether it was closed. */
function countedBody(chunks: string[]) {
  let chunksRead = 0
  let isEnded = false
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for (const chunk of chunks) {
        chunksRead++
        yield Buffer.from(chunk)
      }
    } finally {
      isEnded = true
    }
  }
  return { body: body(), chunksRead: () => chunksRead, isEnded: () => isEnded }
}

describe('reading a form', () => {
  test('reads the file on demand', async () => {
    const { body, chunksRead } = countedBody([field('key', 'k') + FILE, 'one', 'two', 'three', END])
    const { fields, fileName, content, finish } = await readForm(TYPE, body)
    expect([fields.get('key'), fileName, chunksRead()]).toEqual([['k'], 'f', 1])
    const chunks = content[Symbol.asyncIterator]()
    expect(String((await chunks.next()).value)).toBe('one')
    expect(chunksRead()).toBe(2)
    expect(String((await chunks.next()).value)).toBe('two')
    expect(chunksRead()).toBe(3)
    expect(String((await chunks.next()).value)).toBe('three')
    expect((await chunks.next()).done).toBe(true)
    await finish()
    expect(chunksRead()).toBe(5)
  })

  test('ignores fields after the file', async () => {
    const { body } = countedBody([FILE, 'one\r\n', field('late', 'x'), '--XX--'])
    const { fields, content, finish } = await readForm(TYPE, body)
    expect(String(Buffer.concat(await Array.fromAsync(content)))).toBe('one')
    await finish()
    expect(fields.size).toBe(0)
  })

  test('accepts fields of almost 20 KiB', async () => {
    const { body } = countedBody([field('key', 'k') + field('policy', 'x'.repeat(20_000)) + FILE, 'one', END])
    const { fields, close } = await readForm(TYPE, body)
    expect(fields.get('policy')?.[0]).toHaveLength(20_000)
    await close()
  })

  test('can be closed within the file', async () => {
    const { body, chunksRead, isEnded } = countedBody([FILE, 'one', 'two', END])
    const { content, close } = await readForm(TYPE, body)
    for await (const _piece of content) break
    expect(isEnded()).toBe(false)
    await close()
    expect([isEnded(), chunksRead()]).toEqual([true, 2])
  })

  test.each<[string, string[], string]>([
    ['no file', [field('key', 'k'), '--XX--'], 'MalformedPOSTRequest'],
    ['a field beyond 20 KiB', [field('key', 'x'.repeat(20 * 1024)), FILE], FIELDS_TOO_LARGE],
    [
      'fields beyond 20 KiB',
      [...Array.from({ length: 5 }, () => field('a', 'x'.repeat(5000))), FILE],
      FIELDS_TOO_LARGE,
    ],
    ['names beyond 20 KiB', [field('a'.repeat(5000), '').repeat(5), FILE], FIELDS_TOO_LARGE],
    ['an unnamed field instead of a file', [field('', 'x'.repeat(40_000)), '--XX--'], 'MalformedPOSTRequest'],
    ['a thousand and one fields', [field('a', '').repeat(1001), FILE], FIELDS_TOO_LARGE],
    ['a fan-out list', [field('X-Minio-Fanout-List', '[]'), FILE], 'NotImplemented'],
  ])('rejects a form with %s', async (_, chunks, code) => {
    const { body, isEnded } = countedBody(chunks)
    await expect(readForm(TYPE, body)).rejects.toMatchObject({ code })
    expect(isEnded()).toBe(true)
  })
})

describe('form fields as headers', () => {
  const of = (name: string, value: string) => formHeaders(new Map([[name, [value]]]))

  test('include only upload headers', () => {
    expect(of('content-type', 'text/plain')).toEqual({ 'content-type': 'text/plain' })
    expect(of('acl', 'private')).toEqual({ 'x-amz-acl': 'private' })
    expect(of('x-amz-meta-a', 'ü')).toEqual({ 'x-amz-meta-a': 'Ã¼' })
    expect(of('submit', 'Upload')).toEqual({})
    expect(of('policy', 'e30=')).toEqual({})
  })

  test.each([
    ['x-amz-meta-a', 'one\r\nx-injected: two'],
    ['content-type', 'text/plain\u0000'],
    ['x-amz-meta-a b', 'x'],
  ])('are rejected if they are invalid in headers: %j', (name, value) => {
    expect(() => of(name, value)).toThrow(expect.objectContaining({ code: 'MalformedPOSTRequest' }))
  })
})

describe('form uploads', () => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await startTestEngine()
    await engine.send('PUT', '/bkt')
  })
  afterAll(() => engine.stop())

  test('and changes of tags publish the events of MinIO', async () => {
    const { url } = engine.engine
    const target = '/bkt?events=s3%3AObjectCreated%3A%2A'
    const headers = signRequest({
      method: 'GET',
      url: new URL(target, url),
      credentials: ROOT,
      payloadHash: EMPTY_SHA256,
    })
    const names: string[] = []
    const { hostname, port } = new URL(url)
    const listener = request({ hostname, port, path: target, headers, agent: false })
    const isDone = new Promise<void>((resolve, reject) => {
      listener.on('error', reject)
      listener.on('response', (incoming) => {
        let text = ''
        incoming.on('error', () => {})
        incoming.on('data', (chunk: Buffer) => {
          text += chunk
          names.splice(0, names.length, ...[...text.matchAll(/"eventName":"([^"]*)"/g)].map(([, name = '']) => name))
          if (names.length === 3) resolve()
        })
        void act().catch(reject)
      })
    })
    async function act(): Promise<void> {
      const fields = signPostPolicy({
        bucket: 'bkt',
        conditions: [{ key: 'k' }],
        expiresAt: new Date(Date.now() + 60_000),
        credentials: ROOT,
      })
      const form = Object.entries({ key: 'k', ...fields }).map(([name, value]) => field(name, value))
      const body = `${form.join('')}${FILE}text${END}`
      const posted = await sendPlain(
        url,
        'POST',
        '/bkt',
        { 'content-type': TYPE, 'content-length': String(body.length) },
        body,
      )
      expect(posted.status).toBe(204)
      const tagging = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>'
      expect((await engine.send('PUT', '/bkt/k', { query: 'tagging', body: tagging })).status).toBe(200)
      expect((await engine.send('DELETE', '/bkt/k', { query: 'tagging' })).status).toBe(204)
    }
    listener.end()
    await isDone
    listener.destroy()
    expect(names).toEqual(['s3:ObjectCreated:Post', 's3:ObjectCreated:PutTagging', 's3:ObjectCreated:DeleteTagging'])
  })

  test('evaluate policy conditions on form fields instead of request headers', async () => {
    const Statement = [
      { Effect: 'Allow', Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::bkt/*'] },
      {
        Effect: 'Deny',
        Action: ['s3:PutObject'],
        Resource: ['arn:aws:s3:::bkt/*'],
        Condition: { StringNotEquals: { 's3:x-amz-server-side-encryption': 'AES256' } },
      },
      {
        Effect: 'Deny',
        Action: ['s3:PutObject'],
        Resource: ['arn:aws:s3:::bkt/*'],
        Condition: { StringNotEquals: { 's3:RequestObjectTag/team': 'red' } },
      },
    ]
    const credentials = await engine.assumeRole({ policy: JSON.stringify({ Version: '2012-10-17', Statement }) })
    const tagging = '<Tagging><TagSet><Tag><Key>team</Key><Value>red</Value></Tag></TagSet></Tagging>'
    const wanted = { 'x-amz-server-side-encryption': 'AES256', tagging }
    const headers = { 'x-amz-server-side-encryption': 'AES256', 'x-amz-tagging': 'team=red' }
    async function post(fields: Record<string, string>, sent: Record<string, string> = {}) {
      const signed = signPostPolicy({
        bucket: 'bkt',
        conditions: [{ key: 'k' }, ...Object.entries(fields).map(([name, value]) => ({ [name]: value }))],
        expiresAt: new Date(Date.now() + 60_000),
        credentials,
      })
      const form = Object.entries({ key: 'k', ...signed, ...fields }).map(([name, value]) => field(name, value))
      const body = `${form.join('')}${FILE}text${END}`
      const length = { 'content-type': TYPE, 'content-length': String(body.length) }
      return (await sendPlain(engine.engine.url, 'POST', '/bkt', { ...length, ...sent }, body)).status
    }

    expect([await post(wanted), await post({}, headers), await post({ tagging }, headers)]).toEqual([204, 403, 403])
    const { 'x-amz-server-side-encryption': encryption } = wanted
    expect(await post({ 'x-amz-server-side-encryption': encryption }, headers)).toBe(403)
  })
})
