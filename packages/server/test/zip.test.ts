import { writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readZip, tempFolder, unzipProblem, unzipPrograms, waitUntil } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { startConsole, withConsole } from './running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from './scripted-storage.ts'
import { type Reply, type Visitor, visitor } from './visitor.ts'

const given = await withConsole()
const folder = tempFolder('zip-downloads')
afterAll(() => folder.remove())
const programs = unzipPrograms()
const KIB = 1024
const MIB = 1024 * KIB

async function store(user: Visitor, objects: string, contents: Record<string, string | Buffer>): Promise<void> {
  const form = Object.entries(contents).map(([fileName, content]) => ({ name: 'file', fileName, content }))
  expect((await user.call('POST', `${objects}/upload`, { form })).status).toBe(200)
}

const folderZip = (user: Visitor, objects: string, prefix: string) =>
  user.get(`${objects}/download?prefix=${encodeURIComponent(prefix)}`)

const selectionZip = (user: Visitor, objects: string, selection: object, headers = {}) =>
  user.call('POST', `${objects}/download`, {
    form: [{ name: 'selection', content: JSON.stringify(selection) }],
    headers,
  })

/** Names and contents of an archive, after other programs have verified it. */
function contentsOf({ status, bytes }: Reply): Record<string, string> {
  expect(status).toBe(200)
  const file = join(folder.path, 'download.zip')
  writeFileSync(file, bytes)
  expect(programs.map((program) => unzipProblem(program, file))).toEqual(programs.map(() => ''))
  return Object.fromEntries([...readZip(bytes)].map(([name, content]) => [name, content.toString()]))
}

test('downloads a folder as an archive of everything in it, under its own name', async () => {
  const { user, objects } = await given.userWithBucket()
  const large = Buffer.alloc(3 * MIB, 'large')
  await store(user, objects, {
    'docs/2025/ä b.txt': 'one',
    'docs/2025/deep/er/two': 'two',
    'docs/2025/large.bin': large,
    'docs/20256': 'not in it',
  })
  const reply = await folderZip(user, objects, 'docs/2025/')
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="2025.zip"; filename*=UTF-8''2025.zip`,
  })
  expect(contentsOf(reply)).toEqual({
    '2025/ä b.txt': 'one',
    '2025/deep/er/two': 'two',
    '2025/large.bin': large.toString(),
  })
})

test('downloads a folder of more than one page completely', async () => {
  const { user, objects } = await given.userWithBucket()
  // The first page has 32 keys, so that the first byte is sent early.
  const all = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`many/${index}`, `${index}`]))
  await store(user, objects, all)
  expect(contentsOf(await folderZip(user, objects, 'many/'))).toEqual(all)
})

test('downloads a selection of objects and folders without their parent folders', async () => {
  const { user, objects } = await given.userWithBucket()
  await store(user, objects, { 'a/one': '1', 'a/two\nlines': '2', 'a/f/three': '3', 'a/four': '4', five: '5' })
  const reply = await selectionZip(user, objects, { prefix: 'a/', paths: ['a/one', 'a/two\nlines', 'a/f/'] })
  expect(reply.headers['content-disposition']).toContain('filename="a.zip"')
  expect(contentsOf(reply)).toEqual({ one: '1', 'two%0Alines': '2', 'f/three': '3' })
})

test.each([
  ['folder', { prefix: '', paths: ['gone/', 'here'] }, { code: 'NoSuchFolder' }],
  ['object', { prefix: '', paths: ['gone', 'here'] }, { code: 'NoSuchKey', message: 'The object gone doesn’t exist.' }],
])('a missing %s is reported before the first byte', async (kind, selection, problem) => {
  const { user, objects } = await given.userWithBucket()
  await store(user, objects, { here: 'x' })
  const reply = await selectionZip(user, objects, selection)
  expect([reply.status, reply.json]).toMatchObject([404, problem])
  expect(reply.headers['content-disposition']).toBeUndefined()
  // The page must be able to read the error out of the iframe that the form was submitted into.
  expect(reply.headers).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
  })
  if (kind === 'folder') expect((await folderZip(user, objects, 'gone/')).json).toMatchObject(problem)
  expect((await folderZip(user, '/api/v1/buckets/no-such-bucket-here/objects', 'a/')).outcome).toBe('404 NoSuchBucket')
})

test('rejects a selection that another site posts', async () => {
  const { user, objects } = await given.userWithBucket()
  await store(user, objects, { here: 'x' })
  const selection = { prefix: '', paths: ['here'] }
  const foreign = await selectionZip(user, objects, selection, { origin: 'https://evil.example' })
  expect(foreign.outcome).toBe('403 ForeignOrigin')
  // Browsers send a form's origin only from a page whose referrer policy allows it.
  expect((await selectionZip(user, objects, selection, { origin: 'null' })).status).toBe(403)
  expect((await user.get('/')).headers['referrer-policy']).toBe('same-origin')
  const own = await selectionZip(user, objects, selection, { origin: given.server.url })
  expect(contentsOf(own)).toEqual({ here: 'x' })
})

test.each([
  ['nothing', { prefix: '', paths: [] }],
  ['what lies outside', { prefix: 'a/', paths: ['a/x', 'b'] }],
  ['what is not known', { prefix: '', paths: ['x'], more: 1 }],
  ['too much', { prefix: '', paths: Array.from({ length: 10_001 }, () => 'x') }],
])('rejects a selection of %s', async (_, selection) => {
  const { user, objects } = await given.userWithBucket()
  expect((await selectionZip(user, objects, selection)).outcome).toBe('400 InvalidInput')
})

test('rejects a form above the limit, one without the field, and another body', async () => {
  const { user, objects } = await given.userWithBucket()
  const large = await user.call('POST', `${objects}/download`, {
    form: [{ name: 'selection', content: Buffer.alloc(3 * MIB, ' ') }],
  })
  expect(large.outcome).toBe('413 BodyTooLarge')
  const empty = await user.call('POST', `${objects}/download`, { form: [{ name: 'other', content: 'x' }] })
  expect(empty.outcome).toBe('400 InvalidInput')
  const json = await user.call('POST', `${objects}/download`, { json: { prefix: '', paths: ['x'] } })
  expect(json.outcome).toBe('415 UnsupportedMediaType')
})

/** A console for a storage server that lists `keys` below `f/`, and responds to GET as the test scripts it. */
async function scripted(
  sizes: Record<string, number>,
  respond: (key: string, response: ServerResponse, request: IncomingMessage) => void,
) {
  const listing =
    '<ListBucketResult><Name>b</Name><Prefix>f/</Prefix><IsTruncated>false</IsTruncated>' +
    Object.entries(sizes)
      .map(
        ([key, size]) =>
          `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>"e"</ETag><Size>${size}</Size></Contents>`,
      )
      .join('') +
    '</ListBucketResult>'
  const storage = await scriptedStorage((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://storage')
    if (request.method === 'POST') response.end(stsKeys())
    else if (searchParams.has('list-type')) response.end(listing)
    else if (pathname.startsWith('/minio/'))
      response.end(accountDocument({ Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
    else {
      response.setHeader('last-modified', 'Thu, 01 Jan 2026 00:00:00 GMT')
      respond(decodeURIComponent(pathname.slice('/bucket/'.length)), response, request)
    }
  })
  const server = await startConsole(storage.url)
  const user = visitor(server.url)
  expect((await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })).status).toBe(201)
  const stop = async () => {
    await server.stop()
    await storage.stop()
  }
  return { user, server, stop }
}

/** Starts a download and returns the response unread. */
async function begin({ url, cookies }: Visitor): Promise<{ incoming: IncomingMessage; abort: () => void }> {
  const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  return await new Promise((resolve, reject) => {
    const outgoing = httpRequest(`${url}/api/v1/buckets/bucket/objects/download?prefix=f/`, { headers, agent: false })
    outgoing.on('response', (incoming) => resolve({ incoming, abort: () => outgoing.destroy() }))
    outgoing.on('error', reject)
    outgoing.end()
  })
}

test('aborts the transfer if the 500th object of an archive fails', async () => {
  const keys = Array.from({ length: 600 }, (_, index) => `f/${String(index + 1).padStart(4, '0')}`)
  const { user, server, stop } = await scripted(Object.fromEntries(keys.map((key) => [key, 5])), (key, response) => {
    if (key === 'f/0500') response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
    else response.end('12345')
  })
  const { incoming } = await begin(user)
  expect(incoming.statusCode).toBe(200)
  const pieces: Buffer[] = []
  const ended = await new Promise<string>((resolve) => {
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => resolve('as if it were whole'))
    incoming.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
  })
  expect(ended).toBe('ECONNRESET')
  expect(incoming.complete).toBe(false)
  expect(() => readZip(Buffer.concat(pieces))).toThrow('no central directory')
  await waitUntil('the log reports it', () => server.log.join('').includes('zip download broke off'))
  await stop()
})

test('aborts the archive if an object is truncated', async () => {
  const { user, stop } = await scripted({ 'f/large': 2 * MIB }, (_, response) => {
    response.writeHead(200, { 'content-length': 2 * MIB })
    response.write(Buffer.alloc(MIB), () => response.destroy())
  })
  await expect(folderZip(user, '/api/v1/buckets/bucket/objects', 'f/')).rejects.toThrow()
  await stop()
})

test('a client that disconnects ends the request to the storage server, and a slow one slows it down', async () => {
  let sent = 0
  let isClosed = false
  const { user, stop } = await scripted({ 'f/endless': 10_000 * MIB, 'f/next': 1 }, (key, response) => {
    if (key === 'f/next') return response.end('x')
    response.on('close', () => {
      isClosed = true
    })
    response.writeHead(200, { 'content-length': 10_000 * MIB })
    const piece = Buffer.alloc(64 * KIB)
    const send = () => {
      do sent += piece.length
      while (!response.destroyed && response.write(piece))
    }
    response.on('drain', send)
    send()
  })
  const { incoming, abort } = await begin(user)
  // No client reads: buffers fill up, and then nothing more is sent while the console serves other requests.
  let before = -1
  await waitUntil('nothing more is sent', async () => {
    const isStill = sent > 0 && sent === before
    before = sent
    for (let asked = 0; asked < 20; asked++) await user.get('/api/v1/session')
    return isStill
  })
  expect(sent).toBeLessThan(64 * MIB)
  incoming.on('error', () => {
    // The abort that follows.
  })
  abort()
  await waitUntil('the request at the storage has ended', async () => isClosed)
  await stop()
})

/** Bytes of live buffers in this process, which runs storage, console and visitor: garbage is collected first. */
function liveBufferMeter(): () => number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
}

test('memory stays flat while an archive of 270 MiB is downloaded', { timeout: 60_000 }, async () => {
  const sizes = Object.fromEntries([
    ...Array.from({ length: 12 }, (_, index) => [`f/large-${index}`, 16 * MIB]),
    ...Array.from({ length: 400 }, (_, index) => [`f/small-${index}`, 200 * KIB]),
  ])
  const piece = Buffer.alloc(64 * KIB)
  const { user, stop } = await scripted(sizes, (key, response) => {
    let left = sizes[key] ?? 0
    response.writeHead(200, { 'content-length': left })
    const send = () => {
      while (left > 0) {
        const part = piece.subarray(0, Math.min(left, piece.length))
        left -= part.length
        if (!response.write(part)) return
      }
      response.end()
    }
    response.on('drain', send)
    send()
  })
  const liveBuffers = liveBufferMeter()
  // The tests before in the same process may have left some behind.
  const before = liveBuffers()
  const { incoming } = await begin(user)
  let [received, atMost] = [0, 0]
  for await (const bytes of incoming) {
    received += bytes.length
    // Collecting takes long: until there is much garbage, what is live is less than everything.
    const all = process.memoryUsage().arrayBuffers
    atMost = Math.max(atMost, all - before < 40 * MIB ? all : liveBuffers())
  }
  expect(received).toBeGreaterThan(270 * MIB)
  expect((atMost - before) / MIB).toBeLessThan(64)
  await stop()
})
