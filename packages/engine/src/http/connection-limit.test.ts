import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestEngine, type TestEngine } from '../test-engine.ts'

let engine: TestEngine
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await engine.stop()
})

/** Opens a connection; resolves when the engine has responded to a request over it. */
async function open(): Promise<Socket> {
  const { port } = new URL(engine.engine.url)
  const socket = connect(Number(port), '127.0.0.1')
  sockets.push(socket)
  expect(await healthCheck(socket)).toMatch(/^HTTP\/1.1 200 /)
  return socket
}

function healthCheck(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once('data', (bytes) => resolve(String(bytes)))
    socket.once('error', reject)
    socket.write('GET /minio/health/live HTTP/1.1\r\nHost: x\r\n\r\n')
  })
}

const SLOW_DOWN = { status: 503, code: 'SlowDown' }

test('a request over an excess connection gets SlowDown in the format of its protocol', async () => {
  engine = await startTestEngine({ maxConnections: 3 })
  const [first] = [await open(), await open(), await open()]
  const refused = await engine.send('GET', '/bkt')
  expect(refused).toMatchObject({ ...SLOW_DOWN, headers: { connection: 'close', 'retry-after': '1' } })
  expect(refused.text).toContain('<Message>This server has too many open connections')
  expect(await engine.send('PUT', '/bkt/k', { body: 'x'.repeat(1000) })).toMatchObject(SLOW_DOWN)
  expect(await engine.send('GET', '/minio/health/live', { as: null })).toMatchObject({ status: 200 })
  const admin = await engine.send('GET', '/minio/admin/v3/info')
  expect([admin.status, JSON.parse(admin.text).Code]).toEqual([503, 'SlowDown'])
  await expect(engine.assumeRole()).rejects.toThrow(/503 .*<Code>SlowDown</s)

  expect(await healthCheck(first)).toMatch(/^HTTP\/1.1 200 /)
  first.end()
  await vi.waitFor(async () => expect((await engine.send('GET', '/')).status).toBe(200))
})
