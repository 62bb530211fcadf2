/** A server with encryption for one test file: MinIO needs a key for it, which would affect other cases. */
import { createHash } from 'node:crypto'
import { ENCRYPTING_MINIO, type SendOptions, type TestResponse, texts } from '@cooperage/testkit'
import { writeBucketEncryption, writeCompleteMultipartUpload } from '@cooperage/wire'
import { afterAll } from 'vitest'
import { startOwnServer } from '../own-server.ts'

export const SSE = { 'x-amz-server-side-encryption': 'AES256' }
export const ENCRYPTED = { 'x-amz-server-side-encryption': 'AES256' }
export const AES256 = writeBucketEncryption({ algorithm: 'AES256' })

export const md5 = (bytes: string | Uint8Array) => createHash('md5').update(bytes).digest('hex')

type Headers = Record<string, string>
type Bytes = string | Uint8Array

export async function startEncryptingServer() {
  const server = await startOwnServer({ minio: ENCRYPTING_MINIO })
  afterAll(() => server.stop())
  const { request } = server

  async function succeed(options: Omit<SendOptions, 'url'>): Promise<TestResponse> {
    const response = await request(options)
    if (response.status >= 300) throw new Error(`${options.method} returned ${response.status}: ${response.text}`)
    return response
  }
  const put = (bucket: string, key: string, body: Bytes, headers: Headers = SSE) =>
    succeed({ method: 'PUT', bucket, key, body, headers })
  async function begin(bucket: string, key: string, headers: Headers = SSE): Promise<string> {
    const { text } = await succeed({ method: 'POST', bucket, key, query: { uploads: '' }, headers })
    return texts(text, 'UploadId')[0] ?? ''
  }
  const part = (bucket: string, key: string, uploadId: string, partNumber: number, more: Partial<SendOptions>) =>
    request({ method: 'PUT', bucket, key, query: { uploadId, partNumber: String(partNumber) }, ...more })
  const complete = (bucket: string, key: string, uploadId: string, etags: string[], headers: Headers = {}) => {
    const body = writeCompleteMultipartUpload(etags.map((etag, at) => ({ partNumber: at + 1, etag })))
    return request({ method: 'POST', bucket, key, query: { uploadId }, body, headers })
  }
  const configure = (bucket: string, body: string, more: Partial<SendOptions> = {}) =>
    request({ method: 'PUT', bucket, query: { encryption: '' }, body, ...more })

  return {
    server,
    request,
    put,
    begin,
    part,
    complete,
    configure,
    bucket: server.bucket,
    async encryptingBucket() {
      const bucket = await server.bucket()
      const { status, text } = await configure(bucket, AES256)
      if (status !== 200) throw new Error(`no encryption: ${status} ${text}`)
      return bucket
    },
    head: (bucket: string, key: string, headers: Headers = {}, query: Headers = {}) =>
      request({ method: 'HEAD', bucket, key, headers, query }),
    get: (bucket: string, key: string, headers: Headers = {}, query: Headers = {}) =>
      request({ method: 'GET', bucket, key, headers, query }),
    copy: (bucket: string, key: string, source: string, headers: Headers = {}) =>
      request({ method: 'PUT', bucket, key, headers: { 'x-amz-copy-source': source, ...headers } }),
    /** A complete upload. */
    async upload(bucket: string, key: string, bodies: Bytes[], headers: Headers = SSE): Promise<TestResponse> {
      const uploadId = await begin(bucket, key, headers)
      for (const [at, body] of bodies.entries()) {
        const { status, text } = await part(bucket, key, uploadId, at + 1, { body })
        if (status !== 200) throw new Error(`part ${at + 1} returned ${status}: ${text}`)
      }
      return complete(bucket, key, uploadId, bodies.map(md5))
    },
  }
}
