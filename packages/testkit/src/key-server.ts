/**
 * A stand-in for a KES server, which has no package: it responds to the calls that MinIO makes, over HTTPS, to the one client
 * certificate that it knows. Its keys are in memory; it can go down and come back on the same port, with them.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { TEST_CERTIFICATES, writeCertificate } from './certificates.ts'
import { tempFolder } from './temp-folder.ts'

const [SERVER, CLIENT] = TEST_CERTIFICATES
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A refusal, with the message that MinIO and the console pass on. */
class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type Body = Readonly<Record<string, string>>

export class TestKeyServer {
  /** The name of the key that MinIO uses by default. MinIO creates it when it starts. */
  readonly defaultKey = 'default-key'
  /** Paths of calls that its policy denies to MinIO: `/v1/key/create`. */
  readonly denied = new Set<string>()
  /** Whether it has lost the store behind it: it is up, and fails every call about a key. */
  isWithoutStore = false
  readonly #keys = new Map<string, Buffer>()
  readonly #folder = tempFolder('key-server')
  #server: Server | undefined
  #port = 0

  get url(): string {
    return `https://127.0.0.1:${this.#port}`
  }

  get keys(): string[] {
    return [...this.#keys.keys()].sort()
  }

  /** Connects a MinIO to it. */
  get minioEnv(): Record<string, string> {
    const client = writeCertificate(join(this.#folder.path, 'client'), CLIENT)
    const trusted = writeCertificate(join(this.#folder.path, 'trusted'), SERVER)
    return {
      MINIO_KMS_KES_ENDPOINT: this.url,
      MINIO_KMS_KES_CERT_FILE: client.certFile,
      MINIO_KMS_KES_KEY_FILE: client.keyFile,
      MINIO_KMS_KES_CAPATH: trusted.certFile,
      MINIO_KMS_KES_KEY_NAME: this.defaultKey,
    }
  }

  async up(): Promise<this> {
    // As KES does, it refuses strangers when they call, and not in the handshake.
    const server = createServer({ ...SERVER, requestCert: true, rejectUnauthorized: false, ca: CLIENT.cert })
    server.on('request', (request, response) => void this.#handle(request, response))
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.#port, '127.0.0.1', resolve)
    })
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
    return this
  }

  async down(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }

  async stop(): Promise<void> {
    await this.down()
    this.#folder.remove()
  }

  readonly #calls: Readonly<Record<string, (name: string, body: Body) => object | undefined>> = {
    'GET /version': () => ({ version: 'stand-in', commit: '' }),
    'GET /v1/status': () => ({
      version: 'stand-in',
      os: 'linux',
      arch: 'amd64',
      uptime: 1,
      num_cpu: 1,
      num_cpu_used: 1,
    }),
    'GET /v1/api': () =>
      Object.keys(this.#calls).map((call) => {
        const [method, path] = call.split(' ')
        return { method, path, max_body: 1_048_576, timeout: 15 }
      }),
    'POST /v1/key/create': (name) => this.#add(name, randomBytes(32)),
    'POST /v1/key/import': (name, { key = '' }) => this.#add(name, Buffer.from(key, 'base64')),
    'GET /v1/key/describe': (name) => {
      this.#key(name)
      return { name, algorithm: 'AES256', created_at: new Date(0).toISOString(), created_by: '' }
    },
    'DELETE /v1/key/delete': (name) => {
      this.#key(name)
      this.#keys.delete(name)
      return undefined
    },
    'POST /v1/key/generate': (name, { context = '' }) => {
      const plaintext = randomBytes(32)
      return { plaintext: plaintext.toString('base64'), ciphertext: this.#encrypt(name, plaintext, context) }
    },
    'POST /v1/key/encrypt': (name, { plaintext = '', context = '' }) => ({
      ciphertext: this.#encrypt(name, Buffer.from(plaintext, 'base64'), context),
    }),
    'POST /v1/key/decrypt': (name, { ciphertext = '', context = '' }) => ({
      plaintext: this.#decrypt(name, Buffer.from(ciphertext, 'base64'), context),
    }),
    'PUT /v1/key/hmac': (name, { message = '' }) => ({
      hmac: createHmac('sha256', this.#key(name)).update(Buffer.from(message, 'base64')).digest('base64'),
    }),
    'GET /v1/key/list': (prefix) => ({
      names: this.keys.filter((name) => name.startsWith(prefix.replace('*', ''))),
      continue_at: '',
    }),
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const reply = this.#reply(request, await bodyOf(request))
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply && JSON.stringify(reply))
    } catch (error) {
      if (!(error instanceof Refusal)) return void response.destroy(error as Error)
      const message = JSON.stringify({ message: error.message })
      response.writeHead(error.status, { 'content-type': 'application/json' }).end(message)
    }
  }

  #reply({ method, url = '', socket }: IncomingMessage, body: Body): object | undefined {
    const [, path = '', name = ''] = /^(\/version|\/v1\/[a-z]+(?:\/[a-z]+)?)(?:\/(.*))?$/.exec(url) ?? []
    const call = this.#calls[`${method} ${path}`]
    if (call === undefined) throw new Refusal(404, `${method} ${url} isn't known to the stand-in`)
    if (!(socket as TLSSocket).authorized || this.denied.has(path)) {
      throw new Refusal(403, 'not authorized: insufficient permissions')
    }
    if (this.isWithoutStore && path.startsWith('/v1/key/')) throw new Refusal(500, 'bad gateway: key store is offline')
    return call(decodeURIComponent(name), body)
  }

  #add(name: string, key: Buffer): undefined {
    if (!/^[\w-]{1,80}$/.test(name) || key.length !== 32) throw new Refusal(400, 'invalid name or key')
    if (this.#keys.has(name)) throw new Refusal(400, 'key already exists')
    this.#keys.set(name, key)
  }

  #key(name: string): Buffer {
    const key = this.#keys.get(name)
    if (key === undefined) throw new Refusal(404, 'key does not exist')
    return key
  }

  #encrypt(name: string, plaintext: Buffer, context: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key(name), nonce).setAAD(Buffer.from(context, 'base64'))
    return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]).toString('base64')
  }

  #decrypt(name: string, ciphertext: Buffer, context: string): string {
    const key = this.#key(name)
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, ciphertext.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(context, 'base64')).setAuthTag(ciphertext.subarray(-TAG_BYTES))
      const plaintext = decipher.update(ciphertext.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([plaintext, decipher.final()]).toString('base64')
    } catch {
      throw new Refusal(400, 'decryption failed: ciphertext is not authentic')
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const sent = await text(request)
  return sent === '' ? {} : JSON.parse(sent)
}
