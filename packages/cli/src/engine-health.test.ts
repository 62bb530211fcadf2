import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { proofOf } from '@cooperage/engine/record'
import { expect, onTestFinished, test } from 'vitest'
import { askHealth } from './engine-health.ts'

const SECRET = 'a'.repeat(64)

async function healthOf(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return askHealth({ pid: 1, host: '127.0.0.1', port, tls: false, secret: SECRET })
}

test.each([
  [200, 'stranger'],
  [404, 'stranger'],
  // An engine at its connection limit rejects the request before it reads the challenge.
  [503, 'silent'],
] as const)('attributes a %i response without the proof to: %s', async (status, health) => {
  expect(await healthOf((_, response) => response.writeHead(status).end())).toBe(health)
})

test.each([200, 503])('attributes a %i response with the proof to the engine', async (status) => {
  const health = await healthOf(({ headers }, response) => {
    const proof = proofOf(SECRET, String(headers['x-cooperage-challenge'])) ?? ''
    response.writeHead(status, { 'x-cooperage-proof': proof }).end()
  })
  expect(health).toBe('engine')
})
