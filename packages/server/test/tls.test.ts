/** The console's own TLS: its certificate, the redirect from plain HTTP, and what browsers are sent. */
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { TEST_CERTIFICATES, tempFolder } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startServer } from '../src/index.ts'
import { SESSION_COOKIE, TEST_SECRET, withConsole } from './running-console.ts'

const [FIRST, SECOND] = TEST_CERTIFICATES
const ca = [FIRST.cert, SECOND.cert]

const given = await withConsole()
const folder = tempFolder('tls')
const files = { certFile: join(folder.path, 'cert.pem'), keyFile: join(folder.path, 'key.pem') }
const log: string[] = []

writeFileSync(files.certFile, FIRST.cert)
writeFileSync(files.keyFile, FIRST.key)
const server = await startServer({
  storageUrl: new URL(given.storage.url),
  host: '127.0.0.1',
  port: 0,
  dataDir: folder.path,
  secret: TEST_SECRET,
  webRoot: folder.path,
  log: (line) => log.push(line),
  tls: { ...files, checkMs: 20 },
  redirectPort: 0,
  hstsSeconds: 3600,
})
afterAll(async () => {
  await server.close()
  folder.remove()
})

async function exchange(path: string, options: RequestOptions = {}, body = ''): Promise<IncomingMessage> {
  const outgoing = request(`${server.url}${path}`, { ca, agent: new Agent({ maxCachedSessions: 0 }), ...options })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.resume()
  return response
}

/** Serial number of the certificate that a new connection gets. */
async function serial(): Promise<string> {
  const { socket } = await exchange('/api/v1/login')
  return (socket as TLSSocket).getPeerCertificate().serialNumber
}

async function redirectOf(path: string, ...hosts: string[]) {
  const outgoing = httpRequest({
    host: '127.0.0.1',
    port: server.redirectPort,
    path,
    headers: hosts.flatMap((host) => ['host', host]),
  }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode, location: response.headers.location, body: await text(response) }
}

test('a visitor signs in over TLS, with a cookie for this host alone, and gets live views', async () => {
  expect(server.url).toMatch(/^https:/)
  const headers = { 'content-type': 'application/json' }
  const response = await exchange('/api/v1/login', { method: 'POST', headers }, JSON.stringify(given.storage.root))
  expect([response.statusCode, response.headers['strict-transport-security']]).toEqual([201, 'max-age=3600'])
  const [cookie = ''] = response.headers['set-cookie'] ?? []
  expect(cookie).toMatch(new RegExp(`^__Host-${SESSION_COOKIE}=.*; Secure`))

  const socket = new WebSocket(`${server.url.replace('https', 'wss')}/ws/session`, {
    ca,
    headers: { cookie: cookie.split(';')[0] ?? '' },
  })
  const [message] = await once(socket, 'message')
  expect(JSON.parse(String(message))).toMatchObject({ kind: 'session' })
  socket.close()
})

test('plain HTTP is redirected under the names of the console, and under no other', async () => {
  const { port } = server
  expect(await redirectOf('/users?search=a%20b', `localhost:${server.redirectPort}`)).toMatchObject({
    status: 308,
    location: `https://localhost:${port}/users?search=a%20b`,
  })
  expect(await redirectOf('//evil.example/', '127.0.0.1')).toMatchObject({
    location: `https://127.0.0.1:${port}//evil.example/`,
  })
  expect(await redirectOf('/', 'evil.example')).toMatchObject({ status: 421, location: undefined })
  expect(await redirectOf('/', 'localhost', 'evil.example')).toMatchObject({ status: 400, location: undefined })
})

test('a changed certificate is used without a restart, and one that does not work is not', async () => {
  expect(await serial()).toBe('01')
  replace(files.certFile, 'no certificate')
  await expect.poll(() => log.join('')).toContain('the changed certificate is not used')
  expect(await serial()).toBe('01')

  replace(files.certFile, SECOND.cert)
  replace(files.keyFile, SECOND.key)
  await expect.poll(serial).toBe('02')
  expect(log.join('')).toContain('the certificate was read again')
  expect(log.join('')).not.toContain('PRIVATE KEY')
})

/** As tools for certificates do: a new file in place of the earlier one. */
function replace(file: string, content: string): void {
  writeFileSync(`${file}.new`, content)
  renameSync(`${file}.new`, file)
}
