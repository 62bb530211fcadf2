import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { StorageEndpoint } from '../endpoint.ts'
import { honorsIfAbsent } from './put-small-object.ts'

const refused = (code: string) => `<Error><Code>${code}</Code><Message>No</Message></Error>`

test.each([
  ['honors the condition', 412, refused('PreconditionFailed'), true],
  ['ignores it and finds the wrong digest', 400, refused('BadDigest'), false],
  ['doesn’t implement it', 501, refused('NotImplemented'), false],
])('a server that %s is probed once', async (_, status, document, expected) => {
  const probes: unknown[] = []
  const server = createServer((request, response) => {
    if (request.method === 'PUT') probes.push(request.headers['if-none-match'], request.headers['content-md5'])
    request.resume().on('end', () => response.writeHead(status).end(document))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = new StorageEndpoint({ url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) })
  try {
    const client = { endpoint, credentials: { accessKey: 'any', secretKey: 'any' } }
    expect(await honorsIfAbsent(client, 'photos', 'a')).toBe(expected)
    expect(await honorsIfAbsent(client, 'photos', 'b')).toBe(expected)
    expect(probes).toEqual(['*', 'AAAAAAAAAAAAAAAAAAAAAA=='])
  } finally {
    await endpoint.close()
    server.close()
  }
})
