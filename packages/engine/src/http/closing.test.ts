import { once } from 'node:events'
import { connect } from 'node:net'
import { sha256Hex, signRequest } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { ROOT, startTestEngine } from '../test-engine.ts'

test('a frozen request that arrives while the engine stops gets a response', async () => {
  const engine = await startTestEngine()
  const { url, port } = engine.engine
  expect(
    await engine.send('POST', '/minio/admin/v3/service', { query: 'action=freeze&type=2', region: '' }),
  ).toMatchObject({ status: 200 })
  const headers = signRequest({
    method: 'GET',
    url: new URL('/', url),
    headers: {},
    credentials: ROOT,
    region: 'us-east-1',
    service: 's3',
    payloadHash: sha256Hex(''),
  })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(port, '127.0.0.1')
  // Half a request keeps the connection open when the listener closes.
  await new Promise<void>((resolve) => socket.write('GET / HTTP/1.1\r\n', () => resolve()))
  const received = once(socket, 'data')
  await engine.send('GET', '/minio/health/live', { as: null })
  const stopped = engine.stop()
  socket.write(`${lines.join('')}\r\n`)
  expect(String((await received)[0])).toMatch(/^HTTP\/1.1 503 /)
  await stopped
})
