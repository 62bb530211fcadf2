import {
  type Credentials,
  EMPTY_SHA256,
  objectPath,
  PAYLOAD,
  sha256Hex,
  signRequest,
  writeAssumeRoleForm,
} from '@cooperage/wire'
import { type BodyPart, type HttpAnswer, HttpConnection } from './http-connection.ts'

/** The storage server spoken to directly over one connection: what the console is compared with. */
export class DirectClient {
  readonly connection: HttpConnection
  readonly #url: string
  readonly #credentials: Credentials

  private constructor(connection: HttpConnection, url: string, credentials: Credentials) {
    this.connection = connection
    this.#url = url
    this.#credentials = credentials
  }

  static async open(server: { url: string; root: Credentials }): Promise<DirectClient> {
    return new DirectClient(await HttpConnection.open(server.url), server.url, server.root)
  }

  async assumeRole(): Promise<HttpAnswer> {
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

  listBuckets(): Promise<HttpAnswer> {
    return this.#send('GET', '/', { keepBody: true })
  }

  /** What the console asks to learn an account's policy and the sizes of its buckets. */
  accountInfo(): Promise<HttpAnswer> {
    return this.#send('GET', '/minio/admin/v3/accountinfo', {})
  }

  createBucket(bucket: string): Promise<HttpAnswer> {
    return this.#send('PUT', objectPath(bucket), {})
  }

  /** One page of at most 1,000 keys. */
  async listPage(bucket: string, continuationToken = ''): Promise<{ answer: HttpAnswer; next: string | undefined }> {
    const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', delimiter: '/', 'max-keys': '1000' })
    if (continuationToken !== '') query.set('continuation-token', continuationToken)
    const answer = await this.#send('GET', `${objectPath(bucket)}?${query}`, { keepBody: true })
    const text = answer.body.toString('latin1')
    const start = text.indexOf('<NextContinuationToken>')
    const next = start === -1 ? undefined : text.slice(start + 23, text.indexOf('<', start + 23))
    return { answer, next }
  }

  put(bucket: string, key: string, parts: readonly BodyPart[]): Promise<HttpAnswer> {
    return this.#send('PUT', objectPath(bucket, key), { body: { parts }, payloadHash: PAYLOAD.unsigned })
  }

  get(bucket: string, key: string): Promise<HttpAnswer> {
    return this.#send('GET', objectPath(bucket, key), {})
  }

  /** Bytes of an object. */
  async head(bucket: string, key: string): Promise<number> {
    const answer = await this.#send('HEAD', objectPath(bucket, key), {})
    return Number(answer.headers.get('content-length'))
  }

  close(): void {
    this.connection.close()
  }

  async #send(
    method: string,
    path: string,
    options: { body?: { parts: readonly BodyPart[] }; payloadHash?: string; keepBody?: boolean },
  ): Promise<HttpAnswer> {
    const { payloadHash = EMPTY_SHA256, ...rest } = options
    const url = new URL(path, this.#url)
    const headers = signRequest({ method, url, credentials: this.#credentials, payloadHash })
    return succeeded(await this.connection.request({ method, path, headers, ...rest }))
  }
}

function succeeded(answer: HttpAnswer): HttpAnswer {
  if (answer.status >= 300) throw new Error(`the storage server answered ${answer.status} ${answer.body.toString()}`)
  return answer
}
