import { createHash } from 'node:crypto'
import {
  type Credentials,
  EMPTY_SHA256,
  objectPath,
  PAYLOAD,
  parseInitiateMultipartUpload,
  sha256Hex,
  signRequest,
  writeAssumeRoleForm,
  writeCompleteMultipartUpload,
  writeDeleteRequest,
} from '@cooperage/wire'
import { type BodyPart, HttpConnection, type HttpResponse } from './http-connection.ts'
import { PAGE_ROWS } from './scale.ts'

/** Calls the storage server directly over one connection, as the baseline for the console. */
export class DirectClient {
  readonly connection: HttpConnection
  readonly #url: string
  readonly #credentials: Credentials

  constructor({ url, root }: { url: string; root: Credentials }) {
    this.connection = new HttpConnection(url)
    this.#url = url
    this.#credentials = root
  }

  async assumeRole(): Promise<HttpResponse> {
    const body = writeAssumeRoleForm({ durationSeconds: 3600 })
    const url = new URL('/', this.#url)
    const headers = signRequest({
      method: 'POST',
      url,
      credentials: this.#credentials,
      service: 'sts',
      payloadHash: sha256Hex(body),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return succeeded(await this.connection.request({ method: 'POST', path: '/', headers, body }))
  }

  listBuckets(): Promise<HttpResponse> {
    return this.#send('GET', '/', { keepBody: true })
  }

  /** The call that the console uses to read an account's policy and the sizes of its buckets. */
  accountInfo(): Promise<HttpResponse> {
    return this.#send('GET', '/minio/admin/v3/accountinfo', {})
  }

  /** All users; the response is encrypted. */
  listUsers(): Promise<HttpResponse> {
    return this.#send('GET', '/minio/admin/v3/list-users', {})
  }

  async importIam(archive: Buffer): Promise<void> {
    const body = { parts: [{ bytes: archive, length: archive.length }] }
    await this.#send('PUT', '/minio/admin/v3/import-iam', { body, payloadHash: sha256Hex(archive) })
  }

  createBucket(bucket: string): Promise<HttpResponse> {
    return this.#send('PUT', objectPath(bucket), {})
  }

  /** With everything in it, as only MinIO does. */
  dropBucket(bucket: string): Promise<HttpResponse> {
    return this.#send('DELETE', objectPath(bucket), { headers: { 'x-minio-force-delete': 'true' } })
  }

  setBucketPolicy(bucket: string, policy: string): Promise<HttpResponse> {
    const bytes = Buffer.from(policy)
    const body = { parts: [{ bytes, length: bytes.length }] }
    return this.#send('PUT', `${objectPath(bucket)}?policy=`, { body, payloadHash: sha256Hex(bytes) })
  }

  /** One page of at most 1,000 keys. */
  async listPage(
    bucket: string,
    { prefix = '', token = '', rows = PAGE_ROWS }: { prefix?: string; token?: string; rows?: number } = {},
  ): Promise<{ response: HttpResponse; next: string | undefined }> {
    const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', delimiter: '/' })
    query.set('max-keys', String(rows))
    if (prefix !== '') query.set('prefix', prefix)
    if (token !== '') query.set('continuation-token', token)
    const response = await this.#send('GET', `${objectPath(bucket)}?${query}`, { keepBody: true })
    const text = response.body.toString('latin1')
    const start = text.indexOf('<NextContinuationToken>')
    const next = start === -1 ? undefined : text.slice(start + 23, text.indexOf('<', start + 23))
    return { response, next }
  }

  put(bucket: string, key: string, parts: readonly BodyPart[]): Promise<HttpResponse> {
    return this.#send('PUT', objectPath(bucket, key), { body: { parts }, payloadHash: PAYLOAD.unsigned })
  }

  get(bucket: string, key: string): Promise<HttpResponse> {
    return this.#send('GET', objectPath(bucket, key), {})
  }

  /** Bytes of an object. */
  async head(bucket: string, key: string): Promise<number> {
    const response = await this.#send('HEAD', objectPath(bucket, key), {})
    return Number(response.headers.get('content-length'))
  }

  delete(bucket: string, key: string): Promise<HttpResponse> {
    return this.#send('DELETE', objectPath(bucket, key), {})
  }

  async deleteMany(bucket: string, keys: readonly string[]): Promise<void> {
    const body = Buffer.from(writeDeleteRequest({ objects: keys.map((key) => ({ key })), quiet: true }))
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    const parts = [{ bytes: body, length: body.length }]
    const path = `${objectPath(bucket)}?delete=`
    const response = await this.#send('POST', path, {
      body: { parts },
      payloadHash: sha256Hex(body),
      headers,
      keepBody: true,
    })
    if (response.body.includes('<Error>')) throw new Error(`not all were deleted: ${response.body.toString()}`)
  }

  async createUpload(bucket: string, key: string): Promise<string> {
    const response = await this.#send('POST', `${objectPath(bucket, key)}?uploads=`, { keepBody: true })
    return parseInitiateMultipartUpload(response.body).uploadId
  }

  /** Returns the ETag of the part. */
  async uploadPart(
    bucket: string,
    key: string,
    { uploadId, partNumber }: { uploadId: string; partNumber: number },
    parts: readonly BodyPart[],
  ): Promise<string> {
    const path = `${objectPath(bucket, key)}?partNumber=${partNumber}&uploadId=${encodeURIComponent(uploadId)}`
    const response = await this.#send('PUT', path, { body: { parts }, payloadHash: PAYLOAD.unsigned })
    return (response.headers.get('etag') ?? '').replaceAll('"', '')
  }

  async completeUpload(bucket: string, key: string, uploadId: string, etags: readonly string[]): Promise<void> {
    const parts = etags.map((etag, index) => ({ partNumber: index + 1, etag }))
    const body = Buffer.from(writeCompleteMultipartUpload(parts))
    const path = `${objectPath(bucket, key)}?uploadId=${encodeURIComponent(uploadId)}`
    await this.#send('POST', path, {
      body: { parts: [{ bytes: body, length: body.length }] },
      payloadHash: sha256Hex(body),
    })
  }

  close(): void {
    this.connection.close()
  }

  async #send(
    method: string,
    path: string,
    options: {
      body?: { parts: readonly BodyPart[] }
      payloadHash?: string
      keepBody?: boolean
      headers?: Record<string, string>
    },
  ): Promise<HttpResponse> {
    const { payloadHash = EMPTY_SHA256, headers: own = {}, ...rest } = options
    const url = new URL(path, this.#url)
    const headers = signRequest({ method, url, headers: own, credentials: this.#credentials, payloadHash })
    return succeeded(await this.connection.request({ method, path, headers, ...rest }))
  }
}

function succeeded(response: HttpResponse): HttpResponse {
  if (response.status >= 300)
    throw new Error(`the storage server returned ${response.status} ${response.body.toString()}`)
  return response
}
