import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { consoleAt, withConsole } from './running-console.ts'
import { visitor } from './visitor.ts'

const given = await withConsole()

const baseOf = (html: string) => /<base href="([^"]*)">/.exec(html)?.[1]

test('renders the page per response: base path and a fresh nonce that the policy contains', async () => {
  const pages = [await given.stranger().get('/'), await given.stranger().get('/buckets')]
  const nonces = pages.map(({ status, headers, text }) => {
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(baseOf(text)).toBe('/')
    const nonce = /content="([^"]+)"/.exec(text)?.[1] ?? ''
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{24}$/)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'; style-src 'self' 'nonce-")
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(policy).not.toMatch(/unsafe/)
    return nonce
  })
  expect(nonces[0]).not.toBe(nonces[1])
})

test('names what a visitor with a session is about to load, and shows the frame at once', async () => {
  const user = await given.user()
  const hrefs = async (path: string) =>
    [...(await user.get(path)).text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href)
  expect(await hrefs('/buckets/photos')).toEqual([
    'api/v1/session',
    './assets/first-abc123.js',
    './assets/buckets-abc123.js',
  ])
  expect(await hrefs('/users/a%22b')).toEqual(['api/v1/session', './assets/first-abc123.js'])
  const calls = async (path: string) => (await hrefs(path)).slice(1, -1)
  expect(await calls('/browser/photos/')).toEqual(['api/v1/photos/objects?prefix=&amp;limit=200'])
  expect(await calls('/browser/a%22b/c%20%26%22/d/')).toEqual([
    'api/v1/a%22b/objects?prefix=c+%26%22%2Fd%2F&amp;limit=200',
  ])
  for (const other of ['photos/a.jpg', 'photos/?search=a', 'photos/~./', 'photos/%e0%a4/']) {
    expect([other, await calls(`/browser/${other}`)]).toEqual([other, []])
  }
  expect((await user.get('/buckets')).text).toContain('<html data-signed-in ')
  expect((await given.stranger().get('/buckets/photos')).text).not.toMatch(/<link|data-signed-in/)
})

test('the page is in the language of the browser or the chosen one, and loads its texts at once', async () => {
  const one = given.stranger()
  const page = async (headers: Record<string, string>) => (await one.get('/buckets', { headers })).text
  const german = await page({ 'accept-language': 'de-AT,en;q=0.5' })
  expect(german).toContain('lang="de" dir="ltr"')
  expect(german).toContain('<link rel="preload" as="fetch" crossorigin href="./assets/messages-abc123/de.first.json">')
  expect(await page({ 'accept-language': 'de', cookie: 'cooperage-language=ar' })).toContain('lang="ar" dir="rtl"')
  const english = await page({ 'accept-language': 'de', cookie: 'cooperage-language=en' })
  expect(english).toContain('lang="en" dir="ltr"')
  expect(english).not.toContain('<link')
})

test('an error outside the application is in the language of the browser', async () => {
  const { text } = await given.stranger().get('/api/v1/nothing', {
    headers: { 'accept-language': 'de', accept: 'text/html' },
  })
  expect(text).toContain('<html lang="de" dir="ltr">')
  expect(text).toContain('<h1>Fehlgeschlagen</h1>\n<p>Hier ist nichts.</p>')
})

test('serves the page for every address of the application, including object names with dots', async () => {
  for (const path of ['/login', '/object-browser/photos/2024/.hidden/a.jpg', '/users/a%2Fb', '/index.html']) {
    const reply = await given.stranger().get(path)
    expect([path, reply.status, baseOf(reply.text)]).toEqual([path, 200, '/'])
  }
})

test('serves hashed files compressed and cached forever, the others with revalidation', async () => {
  const script = await given.stranger().get('/assets/main-abc123.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
  })
  expect(script.text).toBe('brotli bytes')
  const gzip = await given.stranger().get('/assets/main-abc123.js', { headers: { 'accept-encoding': 'gzip' } })
  expect([gzip.headers['content-encoding'], gzip.text]).toEqual(['gzip', 'gzip bytes'])
  const quick = await given.stranger().get('/assets/quick-abc123.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect([quick.headers['content-encoding'], quick.text]).toEqual(['gzip', 'quick bytes'])
  const plain = await given.stranger().get('/assets/main-abc123.js')
  expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, 'console.log("plain")'])
  const icon = await given.stranger().get('/favicon.svg')
  expect([icon.status, icon.headers['cache-control'], icon.headers['content-type']]).toEqual([
    200,
    'no-cache',
    'image/svg+xml',
  ])
  const same = await given.stranger().get('/favicon.svg', { headers: { 'if-none-match': icon.headers.etag ?? '' } })
  expect([same.status, same.text]).toEqual([304, ''])
})

test.each([
  '/assets/missing.js',
  '/assets/',
  '/assets/main-abc123.js.br',
  '/.env',
  '/.git/config',
  '/%2eenv',
  '/a/..%2f.env',
])('responds with 404 at %s', async (path) => {
  const reply = await given.stranger().get(path)
  expect(reply.status).toBe(404)
  expect(reply.text).not.toContain('HIDDEN')
})

test.each([
  '/../../../../etc/passwd',
  '/..%2f..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..%5c..%5cetc%5cpasswd',
  '/assets/../../../../etc/passwd',
  '/assets/..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/%00/etc/passwd',
  '//etc/passwd',
])('leaks nothing through %s', async (path) => {
  const { hostname, port } = new URL(given.server.url)
  const response = await new Promise<string>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) })
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString()
    })
    socket.on('close', () => resolve(received))
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  })
  expect(response).toMatch(/^HTTP\/1\.1 (200|400|404) /)
  expect(response).not.toContain('root:')
})

test('serves the preview frame without an origin, for its own pages only', async () => {
  const prefixes = ['', '/api/proxy/ns-1/tenant-1']
  for (const prefix of prefixes) {
    const { status, headers, text } = await given.stranger().get(`${prefix}/preview-frame`)
    const nonce = /content="([^"]+)"/.exec(text)?.[1] ?? ''
    expect([status, headers['x-frame-options'], headers['cache-control']]).toEqual([200, 'SAMEORIGIN', 'no-cache'])
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy.toSorted()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      'font-src data:',
      "form-action 'none'",
      "frame-ancestors 'self'",
      'img-src blob: data:',
      'sandbox allow-scripts',
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
    ])
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{24}$/)
  }
  expect((await given.stranger().get('/preview-frame.html')).text).toContain('<base href="/">')
})

test('lets only the files of the preview frame be read from a document without an origin', async () => {
  const origin = { headers: { origin: 'null' } }
  const read = async (path: string) => (await given.stranger().get(path, origin)).headers['access-control-allow-origin']
  expect(await read('/assets/preview-frame/frame-abc123.js')).toBe('*')
  for (const path of ['/assets/main-abc123.js', '/favicon.svg', '/preview-frame', '/', '/api/v1/session']) {
    expect([path, await read(path)]).toEqual([path, undefined])
  }
})

test('works below the prefix of an operator, including the cookie', async () => {
  const user = given.stranger()
  const prefix = '/api/proxy/ns-1/tenant-1'
  for (const path of [prefix, `${prefix}/`, `${prefix}/buckets/photos/summary?x=1`]) {
    expect(baseOf((await user.get(path)).text)).toBe(`${prefix}/`)
  }
  expect((await user.get(`${prefix}/assets/main-abc123.js`)).status).toBe(200)
  const signedIn = await user.call('POST', `${prefix}/api/v1/login`, { json: given.storage.root })
  expect(signedIn.headers['set-cookie']?.[0]).toContain(`; Path=${prefix}/;`)
  expect((await user.get(`${prefix}/api/v1/session`)).status).toBe(200)
})

test.each(['/api/proxy/a/../x', '/api/proxy/a%22b/t/', '/api/proxy/a//x', '/api/proxy/only-one'])(
  'does not treat %s as a base path',
  async (path) => {
    expect((await given.stranger().get(path)).status).toBe(404)
  },
)

test('accepts the prefix that a trusted proxy names, whether the proxy stripped it or not', async () => {
  const server = await consoleAt(given.storage.url, { trustedProxies: ['127.0.0.1'] })
  const page = (path: string, prefix: string) =>
    visitor(server.url).get(path, { headers: { 'x-forwarded-prefix': prefix } })
  expect(baseOf((await page('/buckets', '/storage')).text)).toBe('/storage/')
  expect(baseOf((await page('/storage/buckets', '/storage/')).text)).toBe('/storage/')
  expect((await page('/storage/healthz', '/storage')).json).toMatchObject({ status: 'ok' })
  expect(baseOf((await page('/storage/api/proxy/ns/t/', '/storage')).text)).toBe('/storage/api/proxy/ns/t/')
  for (const bad of ['//evil.example', '/a/../b', '/a"b', 'a', '/a b']) {
    expect(baseOf((await page('/', bad)).text)).toBe('/')
  }
})

test('ignores a prefix from an untrusted client', async () => {
  const reply = await given.stranger().get('/', { headers: { 'x-forwarded-prefix': '/evil' } })
  expect(baseOf(reply.text)).toBe('/')
})

test('serves the files of a new build without a restart', async () => {
  writeFileSync(join(given.server.dataDir, 'web', 'assets', 'main-def456.js'), 'new')
  const reply = await waitUntil('the new file is served', async () => {
    const response = await given.stranger().get('/assets/main-def456.js')
    return response.status === 200 && response
  })
  expect(reply.text).toBe('new')
})

test('explains how to build if nothing is built', async () => {
  const server = await consoleAt(given.storage.url, { webRoot: join(given.server.dataDir, 'nowhere') })
  const reply = await visitor(server.url).get('/buckets')
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('npm run build')])
  expect((await visitor(server.url).get('/healthz')).status).toBe(200)
})
