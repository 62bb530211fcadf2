import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type StorageClient, StorageEndpoint } from '../src/index.ts'

export interface Asked {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** A client of a server that answers as the test says; both end with the test. */
export async function clientOf(
  answer: (asked: Asked, response: ServerResponse, index: number) => void,
): Promise<{ client: StorageClient; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {
      // A client that breaks off is what some tests are about.
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
      answer(one, response, asked.push(one) - 1)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = new StorageEndpoint({ url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) })
  onTestFinished(async () => {
    await endpoint.close()
    server.closeAllConnections()
    server.close()
  })
  return { client: { endpoint, credentials: { accessKey: 'key', secretKey: 'secret' } }, asked }
}

export function errorDocument(code: string, inner = ''): string {
  return `<Error><Code>${code}</Code><Message>text of the server</Message>${inner}</Error>`
}
