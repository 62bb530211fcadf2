/** URLs for transfers between the browser and the storage server: what each permits, and everything that it doesn't. */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import {
  DIRECT_UPLOADS_LIMIT,
  DIRECT_URL_SECONDS,
  type DirectObstacle,
  directHeaders,
  MAX_UPLOAD_PARTS,
} from '@cooperage/contract'
import { accountsOf, allow, texts } from '@cooperage/testkit'
import { createChecksum } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { consoleAt, withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()
const PAGE = 'https://console.example'

function checksumOf(bytes: Uint8Array): string {
  const checksum = createChecksum('crc32c')
  checksum.update(bytes)
  return checksum.base64()
}

interface Signed {
  url: string
  headers: Record<string, string>
}

const described = (name: string, bytes: Uint8Array) => ({ name, size: bytes.length, crc32c: checksumOf(bytes) })

async function sign(user: Visitor, objects: string, uploads: readonly object[]): Promise<Signed[]> {
  const reply = await user.call('POST', `${objects}/direct/uploads`, { json: { uploads } })
  expect([reply.status, reply.text]).toMatchObject([200, expect.any(String)])
  const { origin, query, paths } = reply.json as { origin: string; query: string; paths: string[] }
  return paths.map((path, at) => {
    const headers = directHeaders(uploads[at] as Parameters<typeof directHeaders>[0])
    return { url: path && `${origin}${path}&${query}`, headers }
  })
}

async function signOne(user: Visitor, objects: string, upload: object): Promise<Signed> {
  const [signed] = await sign(user, objects, [upload])
  if (signed === undefined) throw new Error('nothing was signed')
  return signed
}

/** The request of a page of another origin. */
function put({ url, headers }: Signed, body: Uint8Array<ArrayBuffer>, more: RequestInit = {}): Promise<Response> {
  return fetch(url, { method: 'PUT', body, headers: { ...headers, origin: PAGE }, ...more })
}

async function confirmed(user: Visitor, objects: string, uploads: readonly object[]): Promise<unknown> {
  return (await user.call('POST', `${objects}/direct/confirm`, { json: { uploads } })).json
}

async function stored(user: Visitor, objects: string, name: string): Promise<Buffer | number> {
  const reply = await user.get(`${objects}/download?prefix=${encodeURIComponent(name)}`)
  return reply.status === 200 ? reply.bytes : reply.status
}

const etagOf = (response: Response) => (response.headers.get('etag') ?? '').replaceAll('"', '')

test('says where the storage server is, with a request that a page can read', async () => {
  const { user, objects } = await given.userWithBucket()
  const reply = await user.get(`${objects}/direct`)
  const { origin } = new URL(given.storage.url)
  expect([reply.status, reply.json]).toEqual([200, { origin, obstacle: '', probe: expect.stringContaining(origin) }])
  const probed = await fetch((reply.json as { probe: string }).probe, { headers: { origin: PAGE } })
  expect([probed.status, probed.headers.get('access-control-allow-origin')]).toEqual([
    200,
    expect.stringMatching(/^(\*|https:\/\/console\.example)$/),
  ])
})

test('a policy of the page names exactly that origin, and none if transfers go through the console', async () => {
  const { origin } = new URL(given.storage.url)
  const policyAt = async (url: string) => String((await visitor(url).get('/')).headers['content-security-policy'])
  const policy = await policyAt(given.server.url)
  expect(policy).toContain(`connect-src 'self' ${origin};`)
  expect(policy).toContain(`frame-src 'self' ${origin};`)
  const closed = await consoleAt(given.storage.url, { transfers: 'console' })
  expect(await policyAt(closed.url)).not.toContain(origin)
})

test('uploads many objects by URLs of one call, byte for byte, with names of all kinds', async () => {
  const { user, objects } = await given.userWithBucket()
  const files = ['plain.txt', 'a b+c%20&=?#.txt', 'ünï/日本語/🛢️.bin', "it's (1)!*~.txt", 'empty'].map((name, at) => ({
    name,
    bytes: Buffer.from(at === 4 ? '' : randomBytes(1000 + at)),
  }))
  const uploads = files.map(({ name, bytes }) => ({ ...described(name, bytes), content_type: 'text/x-test' }))
  const signed = await sign(user, objects, uploads)
  const responses = await Promise.all(signed.map((one, at) => put(one, files[at]?.bytes as Buffer<ArrayBuffer>)))
  expect(responses.map(({ status }) => status)).toEqual(files.map(() => 200))
  const sent = files.map(({ name, bytes }, at) => ({
    ...described(name, bytes),
    etag: etagOf(responses[at] as Response),
  }))
  expect(await confirmed(user, objects, sent)).toEqual({ states: files.map(() => 'stored') })
  for (const { name, bytes } of files) expect(await stored(user, objects, name)).toEqual(bytes)
  const reply = await user.get(`${objects}/download?prefix=plain.txt`)
  expect(reply.headers['content-type']).toBe('text/x-test')
})

test('leaves out a name that no URL can represent, and signs the others', async () => {
  const { user, objects } = await given.userWithBucket()
  const bytes = Buffer.from('x')
  const signed = await sign(user, objects, [
    described('a/../b', bytes),
    described('good', bytes),
    described('//a', bytes),
  ])
  expect(signed.map(({ url }) => url !== '')).toEqual([false, true, false])
})

test('confirms only what is stored as it was sent', async () => {
  const { user, objects } = await given.userWithBucket()
  const bytes = Buffer.from('as it was sent')
  const etag = etagOf(await put(await signOne(user, objects, described('a', bytes)), bytes))
  const sent = { ...described('a', bytes), etag }
  const states = await confirmed(user, objects, [
    sent,
    { ...sent, size: 3 },
    { ...sent, crc32c: checksumOf(Buffer.from('other')) },
    { ...described('a', Buffer.from('overwrites it.')), etag: '0'.repeat(32) },
    { ...sent, etag: '0'.repeat(32) },
    { ...sent, name: 'missing' },
  ])
  // The checksum is enough, whoever has responded with the other ETag.
  expect(states).toEqual({ states: ['stored', 'different', 'different', 'replaced', 'stored', 'missing'] })

  const writer = visitor(given.server.url)
  const bucket = objects.split('/')[4] ?? ''
  await writer.signIn(await accountsOf(given.storage).allowed(allow(['s3:PutObject'], `${bucket}/*`)))
  expect(await confirmed(writer, objects, [sent]), 'who may only write').toEqual({ states: ['unknown'] })
})

test('uploads parts, which the console assembles and verifies', async () => {
  const { user, objects } = await given.userWithBucket()
  const name = 'films/a b.bin'
  const prefix = encodeURIComponent(name)
  const begun = await user.call('POST', `${objects}/uploads?prefix=${prefix}`, { json: {} })
  const { upload_id } = begun.json as { upload_id: string }
  const bodies = [randomBytes(5 * 1024 * 1024), randomBytes(100)] as Buffer<ArrayBuffer>[]
  const signed = await sign(
    user,
    objects,
    bodies.map((body, at) => ({ ...described(name, body), upload_id, part_number: at + 1 })),
  )
  const responses = await Promise.all(signed.map((one, at) => put(one, bodies[at] as Buffer<ArrayBuffer>)))
  const parts = responses.map((response, at) => {
    expect(response.status).toBe(200)
    return { part_number: at + 1, etag: etagOf(response), crc32c: checksumOf(bodies[at] as Buffer) }
  })
  const query = new URLSearchParams({ prefix: name, upload_id })
  const listed = await user.get(`${objects}/uploads/parts?${query}`)
  expect(listed.json).toEqual({ parts: parts.map((part, at) => ({ ...part, size: bodies[at]?.length })) })
  expect((await user.call('POST', `${objects}/uploads/complete?${query}`, { json: { parts } })).status).toBe(200)
  expect(await stored(user, objects, name)).toEqual(Buffer.concat(bodies))
})

test.each<[string, (signed: Signed) => Signed, RequestInit?]>([
  ['another name', (one) => ({ ...one, url: one.url.replace('/k?', '/l?') })],
  ['another bucket', (one) => ({ ...one, url: one.url.replace(/\/bucket[^/]*/, '/bucket-of-others') })],
  ['another method', (one) => one, { method: 'DELETE', body: null }],
  ['reading', (one) => one, { method: 'GET', body: null }],
  ['a longer body', (one) => one, { body: 'what was signed, and more' }],
  ['a shorter body', (one) => one, { body: 'what' }],
  ['another type', (one) => ({ ...one, headers: { ...one.headers, 'content-type': 'text/html' } })],
  ['another checksum', (one) => ({ ...one, headers: { ...one.headers, 'x-amz-checksum-crc32c': 'AAAAAA==' } })],
  ['no checksum', ({ url }) => ({ url, headers: { 'content-type': 'application/octet-stream' } })],
  ['part of an upload', (one) => ({ ...one, url: `${one.url}&partNumber=1&uploadId=u` })],
  ['a longer life', (one) => ({ ...one, url: one.url.replace(/Expires=\d+/, 'Expires=604800') })],
])('a URL for an upload permits nothing else: %s', async (_, change, init = {}) => {
  const { user, objects } = await given.userWithBucket()
  const bytes = Buffer.from('what was signed')
  const signed = await signOne(user, objects, described('k', bytes))
  const response = await put(change(signed), bytes, init)
  // 400 for a signed header that isn't sent at all.
  expect([400, 403]).toContain(response.status)
  expect(await stored(user, objects, 'k')).toBe(404)
  expect((await put(signed, bytes)).status, 'and still what it is for').toBe(200)
})

test('a URL for a part permits no other part, upload, length or checksum, and ends with the session', async () => {
  const { user, objects } = await given.userWithBucket()
  const begin = async () => {
    const begun = await user.call('POST', `${objects}/uploads?prefix=k`, { json: {} })
    return (begun.json as { upload_id: string }).upload_id
  }
  const [upload_id, other] = [await begin(), await begin()]
  const bytes = Buffer.from('what was signed')
  const signed = await signOne(user, objects, { ...described('k', bytes), upload_id, part_number: 1 })
  const { url, headers } = signed
  const otherUpload = url.replace(encodeURIComponent(upload_id), encodeURIComponent(other))
  expect(otherUpload).not.toBe(url)
  const trials: [Signed, RequestInit?][] = [
    [{ url: url.replace('partNumber=1', 'partNumber=2'), headers }],
    [{ url: otherUpload, headers }],
    [{ url: url.replace(/&?(partNumber|uploadId)=[^&]*/g, ''), headers }],
    [signed, { body: 'what was signed, and more' }],
    [{ url, headers: { ...headers, 'x-amz-checksum-crc32c': 'AAAAAA==' } }],
    [signed, { method: 'DELETE', body: null }],
  ]
  for (const [changed, init = {}] of trials) expect([400, 403]).toContain((await put(changed, bytes, init)).status)
  const partsOf = async (id: string) =>
    (await user.get(`${objects}/uploads/parts?${new URLSearchParams({ prefix: 'k', upload_id: id })}`)).json
  expect([await partsOf(upload_id), await partsOf(other)]).toEqual([{ parts: [] }, { parts: [] }])
  expect((await put(signed, bytes)).status, 'and still what it is for').toBe(200)
  await user.call('POST', '/api/v1/logout')
  expect((await put(signed, bytes)).status).toBe(403)
})

test('one call signs up to a hundred uploads, each for its own part, and none beyond the limits of S3', async () => {
  const { user, objects } = await given.userWithBucket()
  const bytes = Buffer.from('x')
  const part = (part_number: number) => ({ ...described('k', bytes), upload_id: 'u', part_number })
  const parts = Array.from({ length: DIRECT_UPLOADS_LIMIT }, (_, at) => part(MAX_UPLOAD_PARTS - at))
  const urls = (await sign(user, objects, parts)).map(({ url }) => new URL(url))
  expect(urls.map(({ searchParams }) => Number(searchParams.get('partNumber')))).toEqual(
    parts.map(({ part_number }) => part_number),
  )
  expect(new Set(urls.map(({ searchParams }) => searchParams.get('X-Amz-Signature'))).size).toBe(parts.length)
  const terms = urls.map(({ searchParams }) => {
    const signed = searchParams.get('X-Amz-SignedHeaders')?.split(';') ?? []
    return [Number(searchParams.get('X-Amz-Expires')), signed.includes('content-length')]
  })
  expect(new Set(terms.map(String))).toEqual(new Set([`${DIRECT_URL_SECONDS},true`]))

  const refused = [
    [],
    [...parts, part(1)],
    [part(0)],
    [part(MAX_UPLOAD_PARTS + 1)],
    [part(1.5)],
    [{ ...part(1), size: 5 * 1024 ** 3 + 1 }],
    [{ ...part(1), size: -1 }],
    [{ ...part(1), crc32c: 'AAAAAA=' }],
    [{ ...part(1), upload_id: '' }],
    [{ ...part(1), content_type: 'text/plain' }],
    [part(1), { ...part(2), crc32c: undefined }],
  ]
  for (const uploads of refused) {
    const reply = await user.call('POST', `${objects}/direct/uploads`, { json: { uploads } })
    expect([reply.status, (reply.json as { code: string }).code], JSON.stringify(uploads[0])).toEqual([
      400,
      'InvalidInput',
    ])
  }
})

test('a hundred URLs of temporary keys take 25 kB, uncompressed', async () => {
  const { user, objects } = await given.userWithBucket()
  const uploads = Array.from({ length: 100 }, (_, at) => described(`folder/${at}`, Buffer.from('x')))
  const headers = { 'accept-encoding': 'br, gzip' }
  const reply = await user.call('POST', `${objects}/direct/uploads`, { json: { uploads }, headers })
  expect(reply.headers['content-encoding']).toBeUndefined()
  expect(reply.bytes.length).toBeLessThan(25_000)
})

test('other bytes than those with the checksum are refused', async () => {
  const { user, objects } = await given.userWithBucket()
  const signed = await signOne(user, objects, described('k', Buffer.from('what was signed')))
  expect((await put(signed, Buffer.from('what was singed'))).status).toBe(400)
  expect(await stored(user, objects, 'k')).toBe(404)
})

test('a URL that must not overwrite does not', async () => {
  const { user, objects } = await given.userWithBucket()
  const bytes = Buffer.from('first')
  const signed = await signOne(user, objects, { ...described('k', bytes), if_absent: true })
  expect((await put(signed, bytes)).status).toBe(200)
  expect((await put(signed, bytes)).status).toBe(412)
  const { 'if-none-match': _, ...headers } = signed.headers
  const other = Buffer.from('other')
  expect([400, 403], 'without the condition').toContain((await put({ ...signed, headers }, other)).status)
  expect(await stored(user, objects, 'k')).toEqual(bytes)
})

test('signing out ends the URLs, and those of no one else', async () => {
  const { user, objects } = await given.userWithBucket()
  const other = await given.user()
  const bytes = Buffer.from('late')
  const [upload, others] = await Promise.all(
    [user, other].map((each, at) => signOne(each, objects, described(`k${at}`, bytes))),
  )
  await put(upload as Signed, bytes)
  const download = await user.get(`${objects}/direct/download?prefix=k0`)
  const { url } = download.json as { url: string }
  expect((await fetch(url)).status).toBe(200)
  await user.call('POST', '/api/v1/logout')
  expect([(await put(upload as Signed, bytes)).status, (await fetch(url)).status]).toEqual([403, 403])
  expect((await put(others as Signed, bytes)).status).toBe(200)
})

test('a URL permits only what the policies of its visitor do when it is used', async () => {
  const { user: root, bucket, objects } = await given.userWithBucket()
  const accounts = accountsOf(given.storage)
  const writer = visitor(given.server.url)
  const keys = await accounts.allowed(allow(['s3:PutObject', 's3:GetBucketLocation'], bucket, `${bucket}/mine/*`))
  await writer.signIn(keys)
  const bytes = Buffer.from('mine')
  const [mine, theirs, later] = await sign(writer, objects, [
    described('mine/a', bytes),
    described('theirs/a', bytes),
    described('mine/b', bytes),
  ])
  expect((await put(mine as Signed, bytes)).status).toBe(200)
  expect((await put(theirs as Signed, bytes)).status).toBe(403)
  await accounts.setPolicies(keys, await accounts.policy(allow(['s3:GetObject'], `${bucket}/*`)))
  expect((await put(later as Signed, bytes)).status).toBe(403)
  expect(await stored(root, objects, 'mine/b')).toBe(404)
})

test.each(['deed.txt', 'evil"; filename=x.html', 'ünï 🛢️.html', 'line\nbreak.txt', 'gpj\u202Etxt.exe'])(
  'downloads %j as a file that no browser shows',
  async (name) => {
    const { user, objects } = await given.userWithBucket()
    const bytes = Buffer.from('<script>alert(1)</script>')
    const upload = { ...described(name, bytes), content_type: 'text/html' }
    expect((await put(await signOne(user, objects, upload), bytes)).status).toBe(200)
    const reply = await user.get(`${objects}/direct/download?prefix=${encodeURIComponent(name)}`)
    const through = await user.get(`${objects}/download?prefix=${encodeURIComponent(name)}`)
    const response = await fetch((reply.json as { url: string }).url, { headers: { range: 'bytes=0-6' } })
    expect([response.status, await response.text()]).toEqual([206, '<script'])
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toBe(through.headers['content-disposition'])
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=/)
  },
)

test('a URL downloads nothing that is missing or that its visitor may not read', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  const outcome = async (who: Visitor, name: string) => {
    const { url } = (await who.get(`${objects}/direct/download?prefix=${name}`)).json as { url: string }
    const response = await fetch(url)
    return [response.status, texts(await response.text(), 'Code')]
  }
  expect(await outcome(user, 'missing')).toEqual([404, ['NoSuchKey']])
  const bytes = Buffer.from('x')
  await put(await signOne(user, objects, described('k', bytes)), bytes)
  const stranger = visitor(given.server.url)
  await stranger.signIn(await accountsOf(given.storage).allowed(allow(['s3:PutObject'], `${bucket}/*`)))
  expect(await outcome(stranger, 'k')).toEqual([403, ['AccessDenied']])
})

test('signs many downloads in one call, in the order of the names, which permit no more than one does', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  const names = ['b b.txt', 'ünï/🛢️.html', 'a']
  for (const name of names) {
    const bytes = Buffer.from(name)
    await put(await signOne(user, objects, { ...described(name, bytes), content_type: 'text/html' }), bytes)
  }
  const sign = async (who: Visitor, wanted: string[]) =>
    ((await who.call('POST', `${objects}/direct/downloads`, { json: { names: wanted } })).json as { urls: string[] })
      .urls
  const [first = '', second = '', none, third = ''] = await sign(user, [...names.slice(0, 2), 'a/../b', 'a'])
  expect(none, 'a name that no URL can represent').toBe('')
  for (const [at, url] of [first, second, third].entries()) {
    const response = await fetch(url, { headers: { origin: PAGE } })
    expect([response.status, await response.text()]).toEqual([200, names[at]])
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    const exposed = (response.headers.get('access-control-expose-headers') ?? '').toLowerCase()
    // Without the one, no page continues a download; without the other, none knows that the browser has decoded it.
    for (const name of ['etag', 'content-encoding']) expect(exposed).toContain(name)
  }
  expect((await fetch(first.replace('/b%20b.txt?', '/a?'))).status, 'another name').toBe(403)
  expect((await fetch(first, { method: 'DELETE' })).status, 'another method').toBe(403)
  const stranger = visitor(given.server.url)
  await stranger.signIn(await accountsOf(given.storage).allowed(allow(['s3:PutObject'], `${bucket}/*`)))
  const [theirs = ''] = await sign(stranger, ['a'])
  expect((await fetch(theirs)).status, 'who may not read it').toBe(403)
  await user.call('POST', '/api/v1/logout')
  expect((await fetch(third)).status, 'after signing out').toBe(403)
})

const MINUTE_MS = 60_000

test.each([
  ['ahead', 10 * MINUTE_MS],
  ['behind', -10 * MINUTE_MS],
])('a clock of the console that is ten minutes %s harms nothing', async (_, skew) => {
  const { objects } = await given.userWithBucket()
  const other = await consoleAt(given.storage.url, { now: () => Date.now() + skew })
  const user = visitor(other.url)
  await user.signIn(given.storage.root)
  const bytes = Buffer.from('whenever')
  const upload = await signOne(user, objects, described('k', bytes))
  expect((await put(upload, bytes)).status).toBe(200)
  const download = await user.get(`${objects}/direct/download?prefix=k`)
  expect(await (await fetch((download.json as { url: string }).url)).text()).toBe('whenever')
})

test('a URL that is used after its time does nothing', async () => {
  const { user: root, objects } = await given.userWithBucket()
  const past = { now: () => Date.now() - DIRECT_URL_SECONDS * 1000 - 1_000 }
  const other = await consoleAt(given.storage.url, past)
  const user = visitor(other.url)
  await user.signIn(given.storage.root)
  const bytes = Buffer.from('late')
  const late = await signOne(user, objects, described('k', bytes))
  const response = await put(late, bytes)
  expect([response.status, texts(await response.text(), 'Code')]).toEqual([403, ['AccessDenied']])
  expect(await stored(root, objects, 'k')).toBe(404)
  const { url } = (await user.get(`${objects}/direct/download?prefix=k`)).json as { url: string }
  expect((await fetch(url)).status).toBe(403)
})

test.each<[DirectObstacle, object]>([
  ['off', { transfers: 'console' }],
  ['insecure', { storagePublicUrl: new URL('http://s3.example'), trustedProxies: ['loopback'] }],
])('signs nothing where there is no direct way: %s', async (obstacle, settings) => {
  const { user, objects } = await given.userWithBucket()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '1', fileName: 'k', content: 'x' }] })
  const own = await consoleAt(given.storage.url, { ...settings, dataDir: given.server.dataDir })
  const twin = visitor(own.url)
  const headers = { 'x-forwarded-proto': 'https' }
  await twin.call('POST', '/api/v1/login', { json: given.storage.root, headers })
  expect((await twin.get(`${objects}/direct`, { headers })).json).toEqual({ origin: '', obstacle, probe: '' })
  const uploads = [described('k', Buffer.from('x'))]
  const replies = [
    await twin.call('POST', `${objects}/direct/uploads`, { json: { uploads }, headers }),
    await twin.get(`${objects}/direct/download?prefix=k`, { headers }),
    await twin.call('POST', `${objects}/direct/downloads`, { json: { names: ['k'] }, headers }),
  ]
  for (const { status, json } of replies) expect([status, json]).toMatchObject([409, { code: 'NoDirectWay' }])
})

test('no URL is in the log of the console', async () => {
  const { user, objects } = await given.userWithBucket()
  const bytes = Buffer.from('x')
  await put(await signOne(user, objects, described('k', bytes)), bytes)
  await user.get(`${objects}/direct`)
  await user.get(`${objects}/direct/download?prefix=k`)
  const log = given.server.log.join('\n')
  expect(log).toContain('direct')
  expect(log).not.toMatch(/X-Amz-|Signature/i)
})

test('a body that breaks off is not stored', async () => {
  const { user, objects } = await given.userWithBucket()
  const bytes = randomBytes(100_000)
  const { url, headers } = await signOne(user, objects, described('k', bytes))
  const { hostname, port, host, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ host, 'content-length': '100000', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  socket.write(bytes.subarray(0, 50_000), () => socket.destroy())
  await new Promise((resolve) => socket.once('close', resolve))
  expect(await stored(user, objects, 'k')).toBe(404)
})
