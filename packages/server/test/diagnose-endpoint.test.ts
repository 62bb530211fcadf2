/** Against real servers of each kind: what is at the address, whatever its responses look like. */
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { diagnoseEndpoint } from '@cooperage/storage-client'
import { freePort, TEST_CERTIFICATES } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

const [TRUSTED, UNTRUSTED] = TEST_CERTIFICATES
/** For localhost and 127.0.0.1, valid during 2020. */
const EXPIRED = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBUzCB+qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAeFw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDKJgpbZpHRPUshTOcZn
ccNP+IwnZb829CyZUIPFmOLVJKfiBJoPLu4xsBuI1k/kOJ6JucRhouy/bOgaHP3x
dXejPTA7MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAdBgNVHQ4EFgQUfSMa
ZK/YcJQUBj+cvPF5fsPTWRowCgYIKoZIzj0EAwIDSAAwRQIgTvsZsUKt4PCMOEDZ
XEWEIItY+Y60Zwil5Eg1c5t8A2ACIQDS9L7FVI3H+55gr4nbitVAG04jq/GXIuTp
t4QS3Tm9ZQ==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgp9W2dWtsf0hFxTgk
kUhLrKrijOGnLqgHZHxiLv+3FDihRANCAAQyiYKW2aR0T1LIUznGZ3HDT/iMJ2W/
NvQsmVCDxZji1SSn4gSaDy7uMbAbiNZP5DieibnEYaLsv2zoGhz98XV3
-----END PRIVATE KEY-----
`,
}
// Other files run in the same process.
const SYSTEM = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...SYSTEM, TRUSTED.cert, EXPIRED.cert]))
afterAll(() => setDefaultCACertificates(SYSTEM))

const document = (code: string) => `<Error><Code>${code}</Code><Message>of the server</Message></Error>`

const s3: RequestListener = (_, response) => response.writeHead(403).end(document('AccessDenied'))

/** With a clock that differs by so many minutes. */
const at =
  (minutes: number): RequestListener =>
  (_, response) =>
    response
      .writeHead(403, { date: new Date(Date.now() + minutes * 60_000).toUTCString() })
      .end(document('AccessDenied'))

function page(status: number, body: string, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function diagnose(url: string) {
  const { kind } = (await diagnoseEndpoint(new URL(url), AbortSignal.timeout(60_000))) ?? { kind: 'a storage server' }
  return kind
}

const overHttp = async (respond: RequestListener) =>
  diagnose(`http://127.0.0.1:${await portOf(createHttpServer(respond))}`)

test.each([
  ['an S3 error', s3, 'a storage server'],
  ['an S3 error an hour ago', at(-60), 'skewed'],
  ['an S3 error in an hour', at(60), 'skewed'],
  ['an S3 error ten minutes ago', at(-10), 'a storage server'],
  ['S3 without permission checks', page(200, '<ListAllMyBucketsResult xmlns="s3"/>'), 'a storage server'],
  [
    'AWS, which redirects',
    page(307, '', { 'x-amz-request-id': '1', location: 'https://example.com' }),
    'a storage server',
  ],
  ['a starting server', page(503, document('XMinioServerNotInitialized')), 'a storage server'],
  ['MinIO’s console', page(200, '<!doctype html><title>MinIO Console</title>'), 'minioConsole'],
  ['MinIO’s console by its header', page(200, '', { server: 'MinIO Console' }), 'minioConsole'],
  ['a proxy without a server', page(502, '<h1>502 Bad Gateway</h1>'), 'proxy'],
  ['a redirect to HTTPS', page(301, '', { location: 'https://127.0.0.1/' }), 'needsHttps'],
  ['a website', page(200, '<!doctype html><title>Welcome</title>'), 'website'],
  ['a website without this page', page(404, '<h1>Not found</h1>'), 'website'],
])('recognizes %s', async (_, respond, expected) => {
  expect(await overHttp(respond)).toBe(expected)
})

describe('Over the wrong protocol', () => {
  test('HTTPS to a port for plain HTTP', async () => {
    expect(await diagnose(`https://127.0.0.1:${await portOf(createHttpServer(s3))}`)).toBe('needsHttp')
  })

  test('plain HTTP to a port for TLS, which closes the connection', async () => {
    expect(await diagnose(`http://127.0.0.1:${await portOf(createHttpsServer({ ...UNTRUSTED }, s3))}`)).toBe(
      'needsHttps',
    )
  })

  test('plain HTTP to a port for TLS, which responds in HTTP', async () => {
    const tlsPort = await portOf(createHttpsServer({ ...UNTRUSTED }, s3))
    const hint = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n'
    const both = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', (first) => {
        if (first[0] !== 0x16) return socket.end(hint)
        const tls = connect(tlsPort, '127.0.0.1')
        tls.on('error', () => socket.destroy()).write(first)
        return socket.pipe(tls).pipe(socket)
      })
    })
    expect(await diagnose(`http://127.0.0.1:${await portOf(both)}`)).toBe('needsHttps')
  })
})

test.each([
  ['a trusted certificate', TRUSTED, '127.0.0.1', 'a storage server'],
  ['a certificate of an unknown authority', UNTRUSTED, '127.0.0.1', 'untrusted'],
  ['an expired certificate', EXPIRED, '127.0.0.1', 'expired'],
  ['a certificate for another name', TRUSTED, '127.0.0.2', 'otherName'],
])('recognizes %s', async (_, certificate, host, expected) => {
  expect(await diagnose(`https://${host}:${await portOf(createHttpsServer({ ...certificate }, s3))}`)).toBe(expected)
})

describe('Without a response', () => {
  test('nothing listens', async () => {
    expect(await diagnose(`http://127.0.0.1:${await freePort()}`)).toBe('refused')
  })

  test('the name has no address', async () => {
    expect(await diagnose('http://storage.invalid:9000')).toBe('unknownName')
  })

  test('the connection breaks', async () => {
    expect(await diagnose(`http://127.0.0.1:${await portOf(createTcpServer((socket) => void socket.destroy()))}`)).toBe(
      'broken',
    )
  })

  test.each(['http', 'https'])('the server is silent over %s', async (protocol) => {
    const port = await portOf(createTcpServer((socket) => void socket.on('error', () => undefined).resume()))
    const found = diagnoseEndpoint(new URL(`${protocol}://127.0.0.1:${port}`), AbortSignal.timeout(100))
    expect(await found).toEqual({ kind: 'silent' })
  })
})
