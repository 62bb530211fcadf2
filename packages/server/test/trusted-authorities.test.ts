/**
 * COOPERAGE_CA_FILE adds authorities to those of the process. Each kind of client of the console trusts them: what it sends
 * arrives at a server whose certificate only they vouch for, and doesn't without them. Then it names the server and the setting.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { connect, createServer, getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import type { AppError } from '@cooperage/contract'
import { checkDirectory, Directory, DirectoryCheckError, directorySettings } from '@cooperage/directory'
import { createKubeClient, KubeEndpoint, NAMESPACES } from '@cooperage/kube-client'
import {
  certificateProblem,
  diagnoseEndpoint,
  listBuckets,
  putObject,
  queryRange,
  StorageEndpoint,
  type StorageError,
} from '@cooperage/storage-client'
import { TEST_CERTIFICATES } from '@cooperage/testkit'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { prometheusSource } from '../src/dashboard/metrics/prometheus-source.ts'
import { SubscriptionService } from '../src/license/subscription-service.ts'
import { limitedFetch } from '../src/session/openid/limited-fetch.ts'
import { OpenIdProvider } from '../src/session/openid/provider.ts'
import { certificateDetail, connectionDetail } from '../src/shared/connection-detail.ts'
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

/** What a visitor reads when the certificate of a server isn't trusted. */
const MESSAGES: Record<string, (url: URL) => Promise<string | undefined>> = {
  'a webhook or a server that a visitor names': async (url) => {
    const guard = new OutboundGuard({ allowsLoopback: true, allowsShared: true })
    const error = await guard.post(url, {}, { authorization: '', signal: soon() }).catch((failure) => failure)
    return connectionDetail(error as StorageError, url.host)?.text
  },
  'an identity provider at a sign-in': async (url) => {
    const provider = new OpenIdProvider(
      { id: '', name: 'Own', discoveryUrl: url, clientId: 'c', clientSecret: 's', scopes: [], callbackUrl: url.href },
      Date.now,
    )
    const error = await provider.authorizationUrl(provider.newSecrets(), 'state').catch((failure) => failure)
    expect(error).toMatchObject({ code: 'ProviderUntrusted' })
    return (error as AppError).message
  },
  Prometheus: async (url) => {
    const source = prometheusSource({ url, job: 'minio' }, { warn: () => undefined } as never, Date.now)
    const error = await source.usageHistory('b', { start: 0, end: 1, step: 1 }, soon()).catch((failure) => failure)
    expect(error).toMatchObject({ code: 'MetricsUnavailable' })
    return (error as AppError).message
  },
}

async function tlsServer(): Promise<URL> {
  const server = createServer(OWN, (socket) => socket.on('error', () => undefined))
  server.on('tlsClientError', () => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

test.each(Object.entries(MESSAGES))('%s: host, reason and setting are reported', async (_, messageAt) => {
  const url = await tlsServer()
  expect(await messageAt(url)).toBe(
    `The console doesn’t trust the certificate of ${url.host}: self-signed certificate. Set COOPERAGE_CA_FILE to a file with the certificates of its authority, and restart the console.`,
  )
})

test('a directory: host, reason and setting are reported', async () => {
  const { host } = await tlsServer()
  const failure = await checkDirectory(directorySettings({ server_addr: host })).catch((error) => error)
  expect(failure).toBeInstanceOf(DirectoryCheckError)
  expect(failure).toMatchObject({
    message: expect.stringContaining(`${host}: tls: failed to verify certificate: self-signed certificate`),
    advice: 'directoryTrustCertificate',
  })
})

test('a certificate for another name, or one that has expired, has its own remedy', async () => {
  const { port } = await tlsServer()
  setDefaultCACertificates([...SYSTEM, OWN.cert])
  const socket = connect({ host: '127.0.0.1', port: Number(port), servername: 'storage.example' })
  const [error] = await once(socket, 'secureConnect').catch((failure) => [failure])
  expect(certificateDetail(error, 'storage.example')?.text).toBe(
    'The certificate of storage.example is for another host name. Use a name of the certificate, or install a certificate for this name.',
  )
  const expired = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
  // `fetch` wraps it.
  expect(certificateProblem(new TypeError('fetch failed', { cause: expired }))).toEqual({ kind: 'expired' })
})
