import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type StorageClient, StorageEndpoint } from '../src/index.ts'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  /** Of the client's side: each connection has its own. */
  port: number | undefined
}

/** A client of a server whose responses the test scripts; both end with the test. */
export async function clientOf(
  respond: (request: ReceivedRequest, response: ServerResponse, index: number) => void,
): Promise<{ client: StorageClient; requests: ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const received = { method, url, headers, body: '', port: request.socket.remotePort }
    // Some bodies don't end.
    const index = requests.push(received) - 1
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {
      // Some tests are about a client that disconnects.
    })
    request.on('end', () => {
      received.body = Buffer.concat(chunks).toString()
      respond(received, response, index)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = new StorageEndpoint({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    profile: { kind: 'minio', product: 'MinIO' },
  })
  onTestFinished(async () => {
    await endpoint.close()
    server.closeAllConnections()
    server.close()
  })
  return { client: { endpoint, credentials: { accessKey: 'key', secretKey: 'secret' } }, requests }
}

export function errorDocument(code: string, inner = ''): string {
  return `<Error><Code>${code}</Code><Message>text of the server</Message>${inner}</Error>`
}
