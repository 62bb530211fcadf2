import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { accountsOf, allow, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from './running-console.ts'
import { FORM_TYPE, formBody, type Visitor } from './visitor.ts'

const given = await withConsole()
const MIB = 1024 * 1024

async function keysOf(user: Visitor, objects: string): Promise<string[]> {
  const { json } = await user.get(`${objects}?recursive=true`)
  return (json as { objects: { name: string }[] }).objects.map(({ name }) => name)
}

/** The head of an upload; the test sends the body. */
function beginUpload(user: Visitor, objects: string, length: number): Socket {
  const { port } = new URL(user.url)
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  const cookie = [...user.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  socket.write(
    `POST ${objects}/upload HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n` +
      `content-type: ${FORM_TYPE}\r\ncontent-length: ${length}\r\n\r\n`,
  )
  return socket
}

async function contentOf(user: Visitor, objects: string, key: string): Promise<Buffer> {
  return (await user.get(`${objects}/download?prefix=${encodeURIComponent(key)}`)).bytes
}

test('stores every file of a form as a separate object', async () => {
  const { user, objects } = await given.userWithBucket()
  const reply = await user.call('POST', `${objects}/upload?prefix=docs/`, {
    form: [
      { name: '5', fileName: 'a.txt', content: 'first', type: 'text/plain' },
      { name: 'note', content: 'a plain field is no file' },
      { name: 'sub/b.txt', fileName: 'b.txt', content: 'second' },
      { name: 'file', fileName: 'c.txt', content: '' },
    ],
  })
  expect(reply.status).toBe(200)
  expect(reply.json).toMatchObject({
    stored: [
      { name: 'docs/a.txt', size: 5 },
      { name: 'docs/sub/b.txt', size: 6 },
      { name: 'docs/c.txt', size: 0 },
    ],
  })
  expect(await keysOf(user, objects)).toEqual(['docs/a.txt', 'docs/c.txt', 'docs/sub/b.txt'])
  expect((await contentOf(user, objects, 'docs/sub/b.txt')).toString()).toBe('second')
})

test.each([
  'quote"\'.txt',
  'back\\slash\\.txt',
  'two\nlines.txt',
  'dir/.hidden',
  'ünïcødé-日本語 %2F%zz.txt',
  'a\u202Egnp.exe',
  ' lead and trail ',
  '12345',
])('stores a file under exactly its name: %j', async (fileName) => {
  const { user, objects } = await given.userWithBucket()
  const reply = await user.call('POST', `${objects}/upload`, { form: [{ name: '1', fileName, content: 'x' }] })
  expect(reply.json).toMatchObject({ stored: [{ name: fileName }] })
  expect(await keysOf(user, objects)).toEqual([fileName])
  expect((await contentOf(user, objects, fileName)).toString()).toBe('x')
})

test.each(['a//b', '/leading', '../escape', 'a/../b', 'a/./c', `${'x'.repeat(256)}`])(
  'refuses %j by rule and stores nothing',
  async (fileName) => {
    const { user, objects } = await given.userWithBucket()
    const reply = await user.call('POST', `${objects}/upload`, { form: [{ name: '1', fileName, content: 'x' }] })
    expect(reply.outcome).toBe('400 InvalidObjectName')
    expect(await keysOf(user, objects)).toEqual([])
  },
)

test('a file that is refused by rule leaves the others of its form, and the response names both', async () => {
  const { user, objects } = await given.userWithBucket()
  const form = ['a', 'b//c', 'd'].map((fileName) => ({ name: '1', fileName, content: 'x' }))
  const reply = await user.call('POST', `${objects}/upload?prefix=docs/`, { form })
  expect([reply.status, reply.json]).toMatchObject([
    400,
    {
      code: 'InvalidObjectName',
      stored: [{ name: 'docs/a', size: 1 }, { name: 'docs/d' }],
      failed: [{ name: 'docs/b//c', status: 400, code: 'InvalidObjectName', message: expect.stringContaining('name') }],
    },
  ])
  expect(await keysOf(user, objects)).toEqual(['docs/a', 'docs/d'])
})

test('a file that the visitor may not store leaves the others of its form', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  const sender = given.stranger()
  await sender.signIn(await accountsOf(given.storage).allowed(allow(['s3:PutObject'], `${bucket}/open/*`)))
  const content = randomBytes(5 * MIB)
  const form = ['open/a', 'locked/b', 'locked/c', 'open/d'].map((name) => {
    return { name: String(content.length), fileName: name, content }
  })
  const reply = await sender.call('POST', `${objects}/upload`, { form })
  expect([reply.status, reply.json]).toMatchObject([
    403,
    {
      stored: [{ name: 'open/a' }, { name: 'open/d' }],
      failed: [
        { name: 'locked/b', code: 'AccessDenied' },
        { name: 'locked/c', code: 'AccessDenied' },
      ],
    },
  ])
  for (const key of ['open/a', 'open/d']) expect((await contentOf(user, objects, key)).equals(content)).toBe(true)
})

test('rejects names that were escaped with backslashes instead of storing half of them', async () => {
  const { user, objects } = await given.userWithBucket()
  const body = formBody([{ name: '1', fileName: 'NAME', content: 'x' }])
    .toString()
    .replace('NAME', 'a\\"b.txt')
  const reply = await user.call('POST', `${objects}/upload`, { body, headers: { 'content-type': FORM_TYPE } })
  expect(reply.outcome).toBe('400 InvalidInput')
  expect(await keysOf(user, objects)).toEqual([])
})

test.each([
  ['announced', String(20 * MIB)],
  ['not announced', 'file'],
])('stores a file above 16 MiB whose size is %s', async (_, name) => {
  const { user, objects } = await given.userWithBucket()
  const content = randomBytes(20 * MIB)
  const reply = await user.call('POST', `${objects}/upload`, { form: [{ name, fileName: 'large.bin', content }] })
  expect(reply.json).toMatchObject({ stored: [{ name: 'large.bin', size: 20 * MIB }] })
  expect((await contentOf(user, objects, 'large.bin')).equals(content)).toBe(true)
})

test.each([
  ['a small one that is shorter', 2048, 1024],
  ['a small one that is longer', 512, 1024],
  ['a large one that is longer', 17 * MIB, 17 * MIB + 1],
])('stores no part of a file without the announced length: %s', async (_, announced, size) => {
  const { user, objects } = await given.userWithBucket()
  const kept = { name: '4', fileName: 'file', content: 'kept' }
  await user.call('POST', `${objects}/upload`, { form: [kept] })
  const lying = { name: String(announced), fileName: 'file', content: Buffer.alloc(size) }
  expect((await user.call('POST', `${objects}/upload`, { form: [lying] })).outcome).toBe('400 UploadIncomplete')
  expect((await contentOf(user, objects, 'file')).toString()).toBe('kept')
})

test('stores no part of a large file that is shorter than announced', async () => {
  const { user, objects } = await given.userWithBucket()
  // A second file makes room in the request for the length that the first one announces.
  const form = [
    { name: String(17 * MIB), fileName: 'short', content: Buffer.alloc(16 * MIB) },
    { name: 'file', fileName: 'second', content: Buffer.alloc(2 * MIB) },
  ]
  expect((await user.call('POST', `${objects}/upload`, { form })).outcome).toBe('400 UploadIncomplete')
  expect(await keysOf(user, objects)).toEqual([])
})

test.each([
  ['announced', String(40 * MIB)],
  ['not announced', 'file'],
])('an interrupted upload leaves nothing, and an existing object stays: size %s', async (_, name) => {
  const { user, objects } = await given.userWithBucket()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '4', fileName: 'file', content: 'kept' }] })
  const body = formBody([{ name, fileName: 'file', content: Buffer.alloc(40 * MIB) }])
  const socket = beginUpload(user, objects, body.length)
  await new Promise((resolve) => socket.write(body.subarray(0, 30 * MIB), resolve))
  const left = () => given.server.log.filter((line) => line.includes('"left"')).length
  const before = left()
  socket.destroy()
  await waitUntil('the console has noticed', () => left() > before)
  expect(await keysOf(user, objects)).toEqual(['file'])
  expect((await contentOf(user, objects, 'file')).toString()).toBe('kept')
  const { bucket } = /buckets\/(?<bucket>[^/]+)/.exec(objects)?.groups ?? {}
  await user.call('DELETE', `${objects}?path=file`)
  expect((await user.call('DELETE', `/api/v1/buckets/${bucket}`)).status).toBe(204)
})

test('stalled uploads are aborted, and an existing object stays', async () => {
  const { user, objects } = await given.userWithBucket()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '4', fileName: 'file', content: 'kept' }] })
  const small = formBody([{ name: 'file', fileName: 'file', content: 'never whole' }])
  const large = formBody([{ name: String(2 * MIB), fileName: 'file', content: Buffer.alloc(2 * MIB) }])
  const begun = [
    { body: small, sent: small.length - 30 },
    { body: large, sent: MIB },
  ]
  const responses = begun.map(async ({ body, sent }) => {
    const socket = beginUpload(user, objects, body.length)
    socket.write(body.subarray(0, sent))
    let response = ''
    for await (const piece of socket) {
      response += piece
      if (response.includes('requestId')) break
    }
    return response
  })
  for (const response of await Promise.all(responses)) {
    expect(response).toMatch(/^HTTP\/1\.1 408 /)
    expect(response).toContain('"RequestTimeout"')
  }
  expect((await contentOf(user, objects, 'file')).toString()).toBe('kept')
})

test('rejects a body that ends before the form does', async () => {
  const { user, objects } = await given.userWithBucket()
  const whole = formBody([{ name: '10', fileName: 'file', content: 'ten bytes!' }])
  const body = whole.subarray(0, whole.length - 20)
  const reply = await user.call('POST', `${objects}/upload`, { body, headers: { 'content-type': FORM_TYPE } })
  expect(reply.outcome).toBe('400 UploadIncomplete')
  expect(await keysOf(user, objects)).toEqual([])
})

test('explains why an upload is rejected', async () => {
  const { user, objects } = await given.userWithBucket()
  const form = [{ name: '1', fileName: 'a', content: 'a' }]
  const missing = await user.call('POST', '/api/v1/buckets/no-such-bucket-here/objects/upload', { form })
  expect(missing.outcome).toBe('404 NoSuchBucket')
  expect((await user.call('POST', `${objects}/upload`, { json: {} })).outcome).toBe('415 UnsupportedMediaType')
  expect((await given.stranger().call('POST', `${objects}/upload`, { form })).status).toBe(401)
})
