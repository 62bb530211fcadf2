/** Creates and reads objects on the storage server for tests, without the console. */
import { createHash } from 'node:crypto'
import { type SendOptions, type StorageServer, send, texts, uniqueName } from '@cooperage/testkit'
import { parseListVersions, writeDeleteRequest } from '@cooperage/wire'
import { expect } from 'vitest'
import type { Visitor } from '../visitor.ts'

interface Given {
  storage: StorageServer
  user(): Promise<Visitor>
}

export function objectStorage(given: Given) {
  const request = async (options: Omit<SendOptions, 'url' | 'credentials'>) => {
    const response = await send({ url: given.storage.url, credentials: given.storage.root, ...options })
    if (response.status >= 300) throw new Error(`${options.method} ${options.key}: ${response.status} ${response.text}`)
    return response
  }
  return {
    request,
    /** A signed-in visitor with a new bucket, and the path of its calls. */
    async bucketWith(options: object = {}): Promise<{ user: Visitor; bucket: string; at: string }> {
      const user = await given.user()
      const bucket = uniqueName('objects')
      expect((await user.call('POST', '/api/v1/buckets', { json: { name: bucket, ...options } })).status).toBe(201)
      return { user, bucket, at: `/api/v1/buckets/${bucket}` }
    },
    /** Stores an object and returns its version. */
    async put(bucket: string, key: string, body = 'x', headers: Record<string, string> = {}): Promise<string> {
      return (await request({ method: 'PUT', bucket, key, body, headers })).headers['x-amz-version-id'] ?? ''
    },
    /** Stores an object by a multipart upload. All parts but the last have at least 5 MiB. */
    async putInParts(
      bucket: string,
      key: string,
      parts: Buffer[],
      headers: Record<string, string> = {},
    ): Promise<void> {
      const begun = (await request({ method: 'POST', bucket, key, query: { uploads: '' }, headers })).text
      const [uploadId = ''] = texts(begun, 'UploadId')
      let list = ''
      for (const [index, body] of parts.entries()) {
        const query = { partNumber: String(index + 1), uploadId }
        const { etag = '' } = (await request({ method: 'PUT', bucket, key, query, body })).headers
        list += `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`
      }
      const body = `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`
      await request({ method: 'POST', bucket, key, query: { uploadId }, body })
    },
    /** Deletes as S3 does, and returns the delete marker. */
    async remove(bucket: string, key: string): Promise<string> {
      return (await request({ method: 'DELETE', bucket, key })).headers['x-amz-version-id'] ?? ''
    },
    /** Deletes by DeleteObjects, which stores another delete marker on top of one, while DeleteObject may not. */
    async removeAgain(bucket: string, key: string): Promise<void> {
      const body = writeDeleteRequest({ objects: [{ key }], quiet: false })
      const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
      await request({ method: 'POST', bucket, query: { delete: '' }, body, headers })
    },
    async text(bucket: string, key: string): Promise<string> {
      return (await request({ method: 'GET', bucket, key })).text
    },
    async head(bucket: string, key: string): Promise<Record<string, string>> {
      return (await request({ method: 'HEAD', bucket, key })).headers
    },
    async keys(bucket: string): Promise<string[]> {
      return texts((await request({ method: 'GET', bucket, query: { 'list-type': '2' } })).text, 'Key')
    },
    async versions(bucket: string) {
      const query = { versions: '', 'encoding-type': 'url' }
      return parseListVersions((await request({ method: 'GET', bucket, query })).text).versions
    },
  }
}

export const inAnHour = () => new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString()

/** Poll interval: listings of MinIO lag behind writes. */
export const LISTED = { timeout: 15_000 }
