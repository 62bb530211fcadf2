/**
 * COOPERAGE_CA_FILE adds authorities to those of the process. Each kind of client of the console trusts them: what it sends
 * arrives at a server whose certificate only they vouch for, and doesn't without them.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { createServer, getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import { Directory, directorySettings } from '@cooperage/directory'
import { createKubeClient, KubeEndpoint, NAMESPACES } from '@cooperage/kube-client'
import { diagnoseEndpoint, listBuckets, putObject, queryRange, StorageEndpoint } from '@cooperage/storage-client'
import { TEST_CERTIFICATES } from '@cooperage/testkit'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { SubscriptionService } from '../src/license/subscription-service.ts'
import { limitedFetch } from '../src/session/openid/limited-fetch.ts'
import { OutboundGuard } from '../src/shared/outbound-guard.ts'
import { PostgresDatabase } from '../src/shared/postgres/postgres-database.ts'

const [OWN] = TEST_CERTIFICATES
const SYSTEM = getCACertificates('default')
afterEach(() => setDefaultCACertificates(SYSTEM))

const KEYS = { accessKey: 'anyone', secretKey: 'any-secret' }
const soon = () => AbortSignal.timeout(10_000)

async function storage(url: URL, call: (endpoint: StorageEndpoint) => Promise<unknown>): Promise<void> {
  const endpoint = new StorageEndpoint({ url })
  await call(endpoint).finally(() => endpoint.close())
}

/** The kinds, by what the console uses them for. */
const CLIENTS: Record<string, (url: URL) => Promise<unknown>> = {
  'calls to a storage server': (url) =>
    storage(url, (endpoint) => listBuckets({ endpoint, credentials: KEYS, signal: soon() })),
  'uploads to a storage server': (url) =>
    storage(url, (endpoint) => {
      const bytes = (async function* () {
        yield Buffer.from('x')
      })()
      return putObject({ endpoint, credentials: KEYS, signal: soon() }, 'b', 'k', { size: 1, bytes }, 'text/plain', {})
    }),
  'the health check of a storage server': (url) => storage(url, (endpoint) => endpoint.isAlive()),
  'the diagnosis of an address': (url) => diagnoseEndpoint(url, soon()),
  'webhooks and servers that a visitor names': (url) =>
    new OutboundGuard({ allowsLoopback: true, allowsShared: true }).post(
      url,
      {},
      { authorization: '', signal: soon() },
    ),
  'identity providers': (url) => limitedFetch(url.href, { method: 'GET', body: null, headers: {}, redirect: 'manual' }),
  Prometheus: (url) => queryRange({ url }, 'up', { start: 0, end: 1, step: 1 }, soon()),
  'the subscription service': (url) => new SubscriptionService(url).renew('license', soon()),
  directories: (url) =>
    new Directory(
      directorySettings({ server_addr: url.host, lookup_bind_dn: 'cn=any', lookup_bind_password: 'p' }),
    ).signIn('any', 'p'),
  'databases of share links and the audit log': (url) =>
    new PostgresDatabase(new URL(`postgres://any:p@${url.host}/any?sslmode=verify-full`), 5_000).query('SELECT 1'),
  'an API server of Kubernetes': async (url) => {
    const endpoint = new KubeEndpoint({ url })
    await createKubeClient({ endpoint, token: 'token', signal: soon() })
      .list(NAMESPACES, {})
      .finally(() => endpoint.close())
  },
}

test.each(Object.entries(CLIENTS))('%s use the added authorities', async (name, send) => {
  let received = 0
  const isDatabase = name.startsWith('databases')
  const reply = (socket: TLSSocket) =>
    socket
      .on('data', (bytes) => {
        received += bytes.length
        socket.destroy()
      })
      .on('error', () => undefined)
  // PostgreSQL starts TLS after a request for it.
  const server: Server = isDatabase
    ? createTcpServer((socket) => {
        socket.once('data', () => {
          socket.write('S')
          reply(new TLSSocket(socket, { ...OWN, isServer: true }))
        })
        socket.on('error', () => undefined)
      })
    : createServer(OWN, reply)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  // It gets no response, whatever it trusts.
  const attempt = () => send(url).catch(() => undefined)
  await attempt()
  expect(received).toBe(0)
  setDefaultCACertificates([...SYSTEM, OWN.cert])
  await attempt()
  expect(received).toBeGreaterThan(0)
})
