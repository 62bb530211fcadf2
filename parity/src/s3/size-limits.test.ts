/** How large uploads may be, by what they announce: no body is sent. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { texts } from '@cooperage/testkit'
import { objectPath, PAYLOAD, signRequest } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { againstAws, differs, given, target } from '../target.ts'
import { createUpload } from './multipart-upload.ts'

const GIB = 1024 ** 3
const TIB = 1024 * GIB

const bucket = await given.bucket()
const uploadId = await createUpload(bucket, 'k')

/** `continue` if the server is ready to read the body, or the status and code with which it refuses to. */
function announce(bytes: number, query: string, isChunked: boolean): Promise<unknown> {
  const url = new URL(objectPath(bucket, 'k') + query, target.url)
  const headers = signRequest({
    method: 'PUT',
    url,
    headers: isChunked
      ? {
          'content-length': String(bytes + 1000),
          'content-encoding': 'aws-chunked',
          'x-amz-decoded-content-length': String(bytes),
          'x-amz-trailer': 'x-amz-checksum-crc32',
        }
      : { 'content-length': String(bytes) },
    credentials: target.root,
    payloadHash: isChunked ? PAYLOAD.unsignedTrailer : PAYLOAD.unsigned,
  })
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method: 'PUT', headers: { ...headers, expect: '100-continue' }, agent: false })
    outgoing.on('continue', () => {
      resolve('continue')
      outgoing.destroy()
    })
    outgoing.on('response', async (response: IncomingMessage) => {
      const chunks: Buffer[] = await response.toArray()
      resolve({ status: response.statusCode, code: texts(Buffer.concat(chunks).toString(), 'Code')[0] })
      outgoing.destroy()
    })
    outgoing.on('error', reject)
    outgoing.flushHeaders()
  })
}

const TOO_LARGE = { status: 400, code: 'EntityTooLarge' }

describe.each([
  ['Content-Length', false],
  ['x-amz-decoded-content-length', true],
])('by its %s', (_, isChunked) => {
  const put = (bytes: number) => announce(bytes, '', isChunked)
  const putPart = (bytes: number) => announce(bytes, `?partNumber=1&uploadId=${uploadId}`, isChunked)

  test('an object of more than 5 GiB is accepted', async () => {
    expect(await put(5 * GIB + 1)).toBe(againstAws('continue', 'largeRequests'))
  })

  test('an object of more than 5 TiB is refused before its body', async () => {
    expect(await put(5 * TIB + 1)).toEqual(TOO_LARGE)
  })

  test('a part of more than 5 GiB is refused before its body', async () => {
    expect(await putPart(5 * GIB)).toBe('continue')
    expect(await putPart(5 * GIB + 1)).toEqual(
      differs({ engine: TOO_LARGE, minio: 'continue' }, 'a part that AWS refuses, and that clients never send'),
    )
  })
})
