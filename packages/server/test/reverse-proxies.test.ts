/** The console and S3 behind nginx, Caddy and Apache, with the blocks that the page of the guide shows. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import type { LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TracedCall } from '@cooperage/contract'
import {
  missingProgram,
  type ProxyKind,
  type ReverseProxy,
  send,
  startReverseProxy,
  startTarget,
  uniqueName,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditedIn, SESSION_COOKIE, startConsole } from './running-console.ts'
import { accountDocument, startScriptedStorage, stsKeys } from './scripted-storage.ts'
import { closeSocket, openSocket } from './socket-visitor.ts'
import { type Visitor, visitor } from './visitor.ts'

const GUIDE = readFileSync(new URL('../../../docs/guide/reverse-proxy.md', import.meta.url), 'utf8')
const MIB = 1 << 20
/** What the proxies see as the address of the visitor; they themselves connect from 127.0.0.1. */
const VISITOR = '127.0.0.2'
const NAMES = ['console', 'small', 'large'].map((name) => `${name}.example.com`)

/** Those names lead to this machine. */
const lookup: LookupFunction = (_name, { all }, callback) => {
  if (all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

/** The blocks of the guide in this language. */
function blocksOf(language: string): string[] {
  return [...GUIDE.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, name, text = '']) =>
    name === language ? text : [],
  )
}

/** Replaces what has to be there. */
function replaced(text: string, from: string, to: string): string {
  expect(text).toContain(from)
  return text.replaceAll(from, to)
}

/** A response of which nothing is read yet. */
function unreadDownload({ url, connection, cookies }: Visitor, path: string): Promise<IncomingMessage> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return new Promise((resolve, reject) => {
    get(url + path, { ...connection, headers: { cookie } }, resolve).on('error', reject)
  })
}

const portOf = (url: string) => `127.0.0.1:${new URL(url).port}`

const trust = { trustedProxies: ['127.0.0.1'], allowedHosts: ['example.com', ...NAMES] }
const storage = await startTarget(trust)
const { consoleToken } = storage
const server = await startConsole(storage.url, { ...trust, ...(consoleToken && { consoleToken }) })
const scripted = await startScriptedStorage((request, response) => {
  const isAccount = request.url?.includes('/accountinfo')
  const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }
  response.end(isAccount ? accountDocument(policy) : stsKeys().replace('temp-token', 't'.repeat(10_500)))
})
/** A console whose sessions fill all their cookies. */
const large = { ...(await startConsole(scripted.url, trust)), storage: scripted }
afterAll(async () => {
  await server.stop()
  await large.stop()
  await large.storage.stop()
  await storage.stop()
})

const KINDS: readonly ProxyKind[] = ['nginx', 'caddy', 'apache']
/** With a limit for the size of requests, where the guide sets none. Apache has none for what it forwards over HTTP. */
const limited: Partial<Record<ProxyKind, (servers: string) => string>> = {
  nginx: (servers) => replaced(servers, 'client_max_body_size 0;', ''),
  caddy: (servers) => replaced(servers, '{\n', '{\n\trequest_body {\n\t\tmax_size 1MiB\n\t}\n'),
}

for (const kind of KINDS) {
  const missing = missingProgram(kind)
  if (missing !== undefined) console.warn(`!!!!  SKIPPED: the console behind ${kind}. ${missing}`)

  describe.skipIf(missing !== undefined)(`Behind ${kind}`, () => {
    let proxy: ReverseProxy

    beforeAll(async () => {
      const [servers = '', path = ''] = blocksOf(kind)
      const toConsole = (text: string) => replaced(text, '127.0.0.1:9090', portOf(server.url))
      const withS3 = replaced(servers, '127.0.0.1:9000', portOf(storage.url))
      const named = (text: string, name: string) => replaced(replaced(text, 'console.', name), 's3.', `s3-${name}`)
      const toLarge = named(replaced(withS3, '127.0.0.1:9090', portOf(large.url)), 'large.')
      const toSmall = named(toConsole(limited[kind]?.(withS3) ?? withS3), 'small.')
      const all = [toConsole(withS3), toSmall, toLarge]
      proxy = await startReverseProxy(kind, { servers: all.join('\n'), ofExample: toConsole(path) })
    })
    afterAll(() => proxy?.stop())

    const addressOf = (name: string) => `https://${name}:${proxy.port}`
    const connection = () => ({ ca: proxy.ca, lookup, localAddress: VISITOR })
    const visit = (address: string) => visitor(address, new Map(), connection())

    async function signedIn(address: string): Promise<Visitor> {
      const user = visit(address)
      const headers = {
        origin: new URL(address).origin,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': '192.0.2.1',
      }
      expect((await user.call('POST', '/api/v1/login', { headers, json: storage.root })).status).toBe(201)
      return user
    }

    async function withBucket(address: string): Promise<{ user: Visitor; objects: string }> {
      const user = await signedIn(address)
      const bucket = uniqueName('bucket')
      expect((await user.call('POST', '/api/v1/buckets', { json: { name: bucket } })).status).toBe(201)
      return { user, objects: `/api/v1/buckets/${bucket}/objects` }
    }

    describe.each([
      ['at a name', 'console.example.com', '__Host-', '/'],
      ['below a path', 'example.com', '__Secure-', '/storage/'],
    ])('%s', (_, name, prefix, path) => {
      const address = () => addressOf(name) + path.slice(0, -1)

      test('a visitor signs in over HTTPS, with their own address', async () => {
        const user = await signedIn(address())
        expect([...user.cookies.keys()]).toEqual([prefix + SESSION_COOKIE])
        expect(auditedIn(server).at(-1)).toMatchObject({ address: VISITOR })
        expect((await visit(addressOf(name)).get(path)).text).toContain(`<base href="${path}">`)
      })

      test('40 MB are uploaded by the form of the page, and a range of them is downloaded', async () => {
        const { user, objects } = await withBucket(address())
        const content = Buffer.alloc(40 * MIB, 'cooperage ')
        const form = [{ name: `${content.length}`, fileName: 'large.bin', content }]
        expect((await user.call('POST', `${objects}/upload?prefix=`, { form })).status).toBe(200)
        const range = { range: `bytes=${30 * MIB}-${30 * MIB + 9}` }
        const part = await user.get(`${objects}/download?prefix=large.bin`, { headers: range })
        expect([part.status, part.text]).toEqual([206, content.toString('utf8', 30 * MIB, 30 * MIB + 10)])
        expect(part.headers['content-range']).toBe(`bytes ${30 * MIB}-${30 * MIB + 9}/${content.length}`)
        const slow = await unreadDownload(user, `${objects}/download?prefix=large.bin`)
        expect((await user.get(`${objects}/download?prefix=large.bin`)).bytes.equals(content)).toBe(true)
        // Meanwhile the proxy had no place to keep the rest.
        expect((await buffer(slow)).equals(content)).toBe(true)
      })

      test('the live trace arrives over a WebSocket', async () => {
        const socket = await openSocket(await signedIn(address()), '/ws/trace?calls=s3&threshold=0&onlyErrors=no')
        const missing = `/${uniqueName('missing')}`
        await vi.waitFor(
          async () => {
            await send({ url: storage.url, credentials: storage.root, method: 'GET', path: missing })
            expect((socket.messages as TracedCall[]).map((call) => call.path)).toContain(missing)
          },
          { timeout: 15_000, interval: 50 },
        )
        await closeSocket(socket)
      })
    })

    test('the path without its slash leads to the page', async () => {
      const { status, headers } = await visit(addressOf('example.com')).get('/storage')
      expect(status).toBe(308)
      expect(new URL(headers.location ?? '', addressOf('example.com')).pathname).toBe('/storage/')
    })

    test('an S3 client stores an object of any name, with metadata', async () => {
      const bucket = uniqueName('bucket')
      const of = { url: addressOf('s3.example.com'), credentials: storage.root, bucket, connection: connection() }
      expect((await send({ ...of, method: 'PUT' })).status).toBe(200)
      const key = 'a/50%25 + ü?#;.txt'
      const headers = { 'x-amz-meta-with_underscore': 'yes' }
      expect((await send({ ...of, method: 'PUT', key, headers, body: 'content' })).text).toBe('')
      const read = await send({ ...of, method: 'GET', key })
      expect([read.text, read.headers['x-amz-meta-with_underscore']]).toEqual(['content', 'yes'])
      // Some clients encode the slashes of a key.
      const { status } = await send({ ...of, method: 'PUT', path: `/${bucket}/a%2Fb`, body: 'other' })
      expect([status, (await send({ ...of, method: 'GET', key: 'a/b' })).text]).toEqual([200, 'other'])
    })

    test('the largest session passes in both directions', async () => {
      const user = visit(addressOf('large.example.com'))
      expect((await user.signIn({ accessKey: 'alice', secretKey: 'secret-of-alice' })).status).toBe(201)
      expect(user.cookies.size).toBe(4)
      const json = { actions: [{ id: '0', action: 's3:GetObject' }] }
      expect((await user.call('POST', '/api/v1/has-permission', { json })).json).toMatchObject({
        permissions: [{ can: true }],
      })
    })

    // Caddy before 2.7 answers 502 to a request with a length.
    if (limited[kind]) {
      test('a request above the limit of the proxy is refused with the name by which the page recognizes it', async () => {
        const { user, objects } = await withBucket(addressOf('small.example.com'))
        const headers = { 'transfer-encoding': 'chunked' }
        const form = [{ name: `${2 * MIB}`, fileName: 'large.bin', content: Buffer.alloc(2 * MIB) }]
        const refused = await user.call('POST', `${objects}/upload?prefix=`, { headers, form })
        expect([refused.status, refused.headers.server]).toEqual([413, expect.stringMatching(new RegExp(kind, 'i'))])
      })
    }
  })
}
