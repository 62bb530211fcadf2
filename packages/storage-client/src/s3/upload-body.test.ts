import { expect, test, vi } from 'vitest'
import { clientOf, errorDocument } from '../../test/scripted-server.ts'
import { StorageEndpoint } from '../endpoint.ts'
import { putObject } from './put-object.ts'

async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** As over a network, where others could tamper with the bytes. */
async function clientOverNetwork(...parameters: Parameters<typeof clientOf>) {
  const made = await clientOf(...parameters)
  vi.spyOn(made.client.endpoint, 'isPrivate', 'get').mockReturnValue(false)
  made.client.endpoint.isRegionKnown = true
  return made
}

test('sends a trailing checksum if the server supports trailers, and checks that once', async () => {
  const { client, requests } = await clientOverNetwork(({ url }, response) => {
    if (url.includes('uploadId=none')) response.writeHead(404).end(errorDocument('NoSuchUpload'))
    else response.end()
  })
  await putObject(client, 'photos', 'a', { size: 5, bytes: bytes('hello') }, 'text/plain')
  await putObject(client, 'photos', 'b', { size: 5, bytes: bytes('hello') }, 'text/plain')
  expect(requests).toHaveLength(3)
  expect(requests[1]).toMatchObject({
    body: '5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n',
    headers: {
      'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      'x-amz-decoded-content-length': '5',
      'x-amz-trailer': 'x-amz-checksum-crc32',
    },
  })
})

test('keeps the encoding of the object beside that of the request', async () => {
  const { client, requests } = await clientOverNetwork(({ url }, response) => {
    if (url.includes('uploadId=none')) response.writeHead(404).end(errorDocument('NoSuchUpload'))
    else response.end()
  })
  const body = { size: 5, bytes: bytes('hello') }
  await putObject(client, 'photos', 'a', body, 'text/plain', { 'content-encoding': 'gzip' })
  expect(requests[1]?.headers['content-encoding']).toBe('aws-chunked,gzip')
})

test('sends the plain body if the server does not support trailers', async () => {
  const { client, requests } = await clientOverNetwork(({ url }, response) => {
    if (url.includes('uploadId=none')) response.writeHead(400).end(errorDocument('XAmzContentSHA256Mismatch'))
    else response.end()
  })
  await putObject(client, 'photos', 'a', { size: 5, bytes: bytes('hello') }, 'text/plain')
  expect(requests[1]).toMatchObject({ body: 'hello', headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } })
})

test.each([
  ['http://127.0.0.1:9000', true],
  ['http://localhost:9000', true],
  ['http://[::1]:9000', true],
  ['https://storage.example', true],
  ['http://192.168.1.5:9000', false],
  ['http://127.evil.example', false],
])('treats %s as private: %s', async (url, isPrivate) => {
  const endpoint = new StorageEndpoint({ url: new URL(url) })
  expect(endpoint.isPrivate).toBe(isPrivate)
  await endpoint.close()
})

test('aborts the request and throws the error of a failing source', async () => {
  const { client, requests } = await clientOf((_, response) => response.end())
  client.endpoint.isRegionKnown = true
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from('hel')
    throw new RangeError('the sender has lied')
  }
  const storing = putObject(client, 'photos', 'a', { size: 5, bytes: failing() }, 'text/plain')
  await expect(storing).rejects.toThrow('the sender has lied')
  expect(requests).toEqual([])
})
