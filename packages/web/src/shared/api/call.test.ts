import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listServers } from '@cooperage/contract'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { callAt } from './call.ts'

async function answerOf(type: string, body: string) {
  const server = createServer((_request, response) => response.setHeader('content-type', type).end(body))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/servers/berlin/`
  return await callAt(base, listServers, {}, AbortSignal.timeout(10_000)).catch((error: unknown) => error)
}

test('a call of another console returns its answer, and a page of a proxy in its place is an error', async () => {
  expect(await answerOf('application/json; charset=utf-8', '{"servers":[],"main":""}')).toEqual({
    servers: [],
    main: '',
  })
  expect(await answerOf('text/html', '<h1>Please sign in to the network</h1>')).toBeInstanceOf(ApiError)
})
