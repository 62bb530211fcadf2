import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { TEST_CERTIFICATES } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { listen } from '../src/http/server.ts'
import { startTestEngine } from '../src/test-engine.ts'

const [FIRST, SECOND] = TEST_CERTIFICATES
const folder = mkdtempSync(join(tmpdir(), 'cooperage-tls-'))
const files = { certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') }

writeFileSync(files.certFile, FIRST.cert)
writeFileSync(files.keyFile, FIRST.key)
const engine = await startTestEngine({ tls: { ...files, checkMs: 20 } })
afterAll(async () => {
  await engine.stop()
  rmSync(folder, { recursive: true })
})

const HEALTH = '/minio/health/live'

/** Status of a health check that trusts one certificate alone. */
async function statusFor({ cert }: { cert: string }): Promise<number | undefined> {
  const outgoing = request(`${engine.engine.url}${HEALTH}`, { ca: cert, agent: false }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

async function plain(localAddress: string) {
  const { port } = engine.engine
  const outgoing = httpRequest({ host: '127.0.0.1', port, path: HEALTH, agent: false, localAddress }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode, text: await text(response) }
}

test('clients on this machine can use plain HTTP, others learn what to do', async () => {
  expect(engine.engine.url).toMatch(/^https:/)
  expect(await plain('127.0.0.1')).toEqual({ status: 200, text: '' })
  expect(await plain('127.0.0.2')).toEqual({ status: 400, text: expect.stringContaining('begins with https://') })
})

test('a changed certificate is used without a restart, and one that does not work is not', async () => {
  expect(await statusFor(FIRST)).toBe(200)
  replace(files.certFile, SECOND.cert)
  await expect.poll(() => engine.log.map(({ message }) => message)).toContain('the changed certificate is not used')
  expect(await statusFor(FIRST)).toBe(200)
  replace(files.keyFile, SECOND.key)
  await expect.poll(() => statusFor(SECOND).catch(() => 0), { timeout: 20_000 }).toBe(200)
  expect(JSON.stringify(engine.log)).not.toContain('PRIVATE KEY')
})

test('closing ends connections that have not sent anything', async () => {
  const handler = () => Promise.reject(new Error('no request is expected'))
  const server = await listen({ host: '127.0.0.1', port: 0, tls: files, maxConnections: 10, handler, log: () => {} })
  const silent = connect(server.port, '127.0.0.1')
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  await server.close(10)
  await closed
})

function replace(file: string, content: string): void {
  writeFileSync(`${file}.new`, content)
  renameSync(`${file}.new`, file)
}
