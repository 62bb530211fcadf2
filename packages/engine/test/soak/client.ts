/**
 * One client of many. It works on its own keys, so it knows the expected response to every request, and records deviations. It
 * also disconnects in the middle of requests.
 */
import type { Random } from '@cooperage/testkit/random'
import type { HttpClient, Reply, Request } from './http-client.ts'

const KIB = 1024
/** Inline, one block, several blocks. */
const SIZES = [100, 60 * KIB, 600 * KIB, 3 * 1024 * KIB] as const
const KEYS = 12
const CUTS = 0.08

/** The content of an object: one repeated byte. */
interface Content {
  fill: number
  length: number
}

export class SoakClient {
  readonly #http: HttpClient
  readonly #random: Random
  readonly #prefix: string
  readonly #objects = new Map<string, Content>()
  readonly wrong: string[] = []
  requests = 0
  cuts = 0

  constructor(http: HttpClient, random: Random, prefix: string) {
    this.#http = http
    this.#random = random
    this.#prefix = prefix
  }

  async step(): Promise<void> {
    const key = `${this.#prefix}/${this.#random.int(1, KEYS)}`
    const what = this.#random.next()
    if (what < 0.3) await this.#put(key)
    else if (what < 0.55) await this.#get(key)
    else if (what < 0.65) await this.#getRange(key)
    else if (what < 0.75) await this.#head(key)
    else if (what < 0.83) await this.#list()
    else if (what < 0.91) await this.#delete(key)
    else await this.#upload(key)
  }

  async #put(key: string): Promise<void> {
    const content = this.#newContent()
    const body = Buffer.alloc(content.length, content.fill)
    if (this.#random.chance(CUTS)) {
      await this.#cut({ method: 'PUT', key, body }, { sending: this.#random.int(0, content.length - 1) })
      // The body was incomplete, so nothing may be stored.
      return
    }
    const reply = await this.#expect(200, { method: 'PUT', key, body })
    if (reply.status === 200) this.#objects.set(key, content)
  }

  async #get(key: string): Promise<void> {
    const content = this.#objects.get(key)
    if (content !== undefined && this.#random.chance(CUTS)) {
      await this.#cut({ method: 'GET', key }, { receiving: this.#random.int(1, content.length) })
      return
    }
    const { status, body } = await this.#expect(content === undefined ? 404 : 200, { method: 'GET', key })
    if (status === 200 && content !== undefined && !body.equals(Buffer.alloc(content.length, content.fill))) {
      this.wrong.push(`GET ${key}: other bytes than were put`)
    }
  }

  async #getRange(key: string): Promise<void> {
    const content = this.#objects.get(key)
    if (content === undefined) return
    const start = this.#random.int(0, content.length - 1)
    const end = this.#random.int(start, content.length - 1)
    const headers = { range: `bytes=${start}-${end}` }
    const { status, body } = await this.#expect(206, { method: 'GET', key, headers })
    if (status === 206 && body.length !== end - start + 1)
      this.wrong.push(`GET ${key}: ${body.length} bytes of a range`)
  }

  async #head(key: string): Promise<void> {
    const content = this.#objects.get(key)
    const { status, headers } = await this.#expect(content === undefined ? 404 : 200, { method: 'HEAD', key })
    if (status === 200 && headers['content-length'] !== String(content?.length)) {
      this.wrong.push(`HEAD ${key}: ${headers['content-length']} bytes instead of ${content?.length}`)
    }
  }

  async #list(): Promise<void> {
    const query = `list-type=2&prefix=${encodeURIComponent(`${this.#prefix}/`)}`
    const { body } = await this.#expect(200, { method: 'GET', query })
    const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key)
    if (keys.join() !== [...this.#objects.keys()].sort().join()) this.wrong.push(`the listing is ${keys}`)
  }

  async #delete(key: string): Promise<void> {
    await this.#expect(204, { method: 'DELETE', key })
    this.#objects.delete(key)
  }

  /** An upload of one part, which is completed, or interrupted within the part and aborted. */
  async #upload(key: string): Promise<void> {
    const started = await this.#expect(200, { method: 'POST', key, query: 'uploads=' })
    const uploadId = /<UploadId>([^<]*)</.exec(started.body.toString())?.[1] ?? ''
    const query = `uploadId=${encodeURIComponent(uploadId)}`
    const content = this.#newContent()
    const part: Request = {
      method: 'PUT',
      key,
      query: `partNumber=1&${query}`,
      body: Buffer.alloc(content.length, content.fill),
    }
    if (this.#random.chance(0.3)) {
      await this.#cut(part, { sending: this.#random.int(0, content.length - 1) })
      await this.#expect(204, { method: 'DELETE', key, query })
      return
    }
    const { headers } = await this.#expect(200, part)
    const list = `<Part><PartNumber>1</PartNumber><ETag>${headers.etag}</ETag></Part>`
    const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`)
    const reply = await this.#expect(200, { method: 'POST', key, query, body })
    if (reply.status === 200) this.#objects.set(key, content)
  }

  async #expect(status: number, request: Request): Promise<Reply> {
    this.requests++
    const reply = await this.#http.send(request)
    if (reply.status !== status) {
      const path = `${request.method} ${request.key ?? ''}?${request.query ?? ''}`
      this.wrong.push(`${path}: ${reply.status} instead of ${status}: ${reply.body.toString('utf8', 0, 300)}`)
    }
    return reply
  }

  async #cut(request: Request, at: Parameters<HttpClient['send']>[1]): Promise<void> {
    this.requests++
    this.cuts++
    await this.#http.send(request, at)
  }

  #newContent(): Content {
    return { fill: this.#random.int(0, 255), length: this.#random.pick(SIZES) + this.#random.int(0, 50) }
  }
}
