/** A storage engine on one data folder that is repeatedly killed with SIGKILL, and what it acknowledged to its clients. */
import { type SendOptions, type StorageServer, send, startEngineProcess, type TestResponse } from '@cooperage/testkit'

const WRITERS = 6
const SIZES = [100, 300_000]
const DAY = 86_400_000

export const WATCHED = 'watched'
export const SEALED = 'sealed'
export const LOCKED = 'locked'
const LOCKS: Record<string, Record<string, string>> = {
  compliance: { 'x-amz-object-lock-mode': 'COMPLIANCE' },
  governance: { 'x-amz-object-lock-mode': 'GOVERNANCE' },
  hold: { 'x-amz-object-lock-legal-hold': 'ON' },
}
const BYPASS = { 'x-amz-bypass-governance-retention': 'true' }

/** Contents derived from the key, so that they needn't be kept. */
export function contentOf(key: string): Buffer {
  const size = SIZES[key.length % SIZES.length] ?? 0
  return Buffer.alloc(size, `${key} `)
}

export class KilledStorage {
  readonly #dataDir: string
  #storage: StorageServer | undefined
  /** Acknowledged changes in the watched bucket: `put key` and `delete key`. */
  readonly acknowledged = new Set<string>()
  /** Keys of the encrypted bucket, and whether their upload was acknowledged. */
  readonly sealed = new Map<string, boolean>()
  readonly #locked: { key: string; versionId: string; until: string | undefined }[] = []
  /** Violations found so far. */
  readonly wrong: string[] = []
  #acknowledgedCount = 0
  #killAfter = Number.POSITIVE_INFINITY
  #isDown = false

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  async start(): Promise<StorageServer> {
    this.#storage = await startEngineProcess({ dataDir: this.#dataDir })
    this.#isDown = false
    return this.#storage
  }

  async stop(): Promise<void> {
    await this.#storage?.stop()
  }

  send(options: Omit<SendOptions, 'url'>): Promise<TestResponse> {
    const { url, root } = this.#storage ?? { url: '', root: undefined }
    return send({ url, credentials: root, ...options })
  }

  /** Creates a version with each kind of lock. */
  async lock(): Promise<void> {
    const until = new Date(Math.floor((Date.now() + DAY) / 1000) * 1000).toISOString()
    for (const [key, lock] of Object.entries(LOCKS)) {
      const isHold = key === 'hold'
      const headers = { ...lock, ...(isHold ? {} : { 'x-amz-object-lock-retain-until-date': until }) }
      const { headers: received } = await this.send({
        method: 'PUT',
        bucket: LOCKED,
        key,
        headers,
        body: contentOf(key),
      })
      const versionId = received['x-amz-version-id'] ?? ''
      this.#locked.push({ key, versionId, until: isHold ? undefined : until })
    }
  }

  /** Runs clients that write, delete and attack until this many requests are acknowledged; then the process is killed. */
  async workUntilKilled(round: number, acknowledgements: number): Promise<void> {
    this.#acknowledgedCount = 0
    this.#killAfter = acknowledgements
    const writers = Array.from({ length: WRITERS }, (_, at) => this.#write(`${round}/${at}`))
    await Promise.all([...writers, this.#attack()])
    await this.stop()
  }

  /** Restarts the engine and checks everything that a client can see. Returns the violations. */
  async inspect(): Promise<string[]> {
    for (const [key, isAcknowledged] of this.sealed) {
      const { status, bytes, headers } = await this.send({ method: 'GET', bucket: SEALED, key })
      if (status === 404 && !isAcknowledged) this.sealed.delete(key)
      else if (status !== 200) this.wrong.push(`${key} returns ${status}`)
      else if (!bytes.equals(contentOf(key))) this.wrong.push(`${key} has other bytes`)
      else if (headers['x-amz-server-side-encryption'] !== 'AES256') this.wrong.push(`${key} is not encrypted`)
    }
    for (const { key, versionId, until } of this.#locked) {
      const { bytes, headers } = await this.send({ method: 'GET', bucket: LOCKED, key, query: { versionId } })
      if (!bytes.equals(contentOf(key))) this.wrong.push(`the locked ${key} has other bytes`)
      const kept = headers['x-amz-object-lock-retain-until-date']
      if (until !== undefined && Date.parse(kept ?? '') !== Date.parse(until)) this.wrong.push(`${key} until ${kept}`)
      if (until === undefined && headers['x-amz-object-lock-legal-hold'] !== 'ON') this.wrong.push(`no hold on ${key}`)
    }
    return this.wrong
  }

  /** Undefined if there was no response: then it is unknown whether the request was carried out. */
  async #try(options: Omit<SendOptions, 'url'>): Promise<TestResponse | undefined> {
    if (this.#isDown) return undefined
    try {
      return await this.send(options)
    } catch (error) {
      if (this.#isDown) return undefined
      throw error
    }
  }

  /** Counts responses, and kills the process at the chosen number, whatever is in progress. */
  #count(): void {
    if (++this.#acknowledgedCount < this.#killAfter || this.#isDown) return
    this.#isDown = true
    process.kill(this.#storage?.pid ?? 0, 'SIGKILL')
  }

  async #write(name: string): Promise<void> {
    for (let number = 0; !this.#isDown; number++) {
      const key = `${name}/${number}`
      if (await this.#do(200, { method: 'PUT', bucket: WATCHED, key, body: key })) this.acknowledged.add(`put ${key}`)
      if (number % 3 === 0 && (await this.#do(204, { method: 'DELETE', bucket: WATCHED, key }))) {
        this.acknowledged.add(`delete ${key}`)
      }
      if (this.#isDown) return
      this.sealed.set(key, false)
      if (await this.#do(200, { method: 'PUT', bucket: SEALED, key, body: contentOf(key) })) this.sealed.set(key, true)
    }
  }

  /** Whether it was acknowledged. */
  async #do(expected: number, options: Omit<SendOptions, 'url'>): Promise<boolean> {
    const response = await this.#try(options)
    if (response === undefined) return false
    if (response.status !== expected)
      this.wrong.push(`${options.method} ${options.key}: ${response.status} ${response.text}`)
    this.#count()
    return response.status === expected
  }

  /** Tries every way a client has to delete the locked versions. */
  async #attack(): Promise<void> {
    while (!this.#isDown) {
      for (const { key, versionId } of this.#locked) {
        const removal = { method: 'DELETE', bucket: LOCKED, key, query: { versionId } }
        await this.#refused(removal)
        // The root account may bypass governance, and nothing else.
        if (key === 'governance') continue
        await this.#refused({ ...removal, headers: BYPASS })
        if (key === 'hold') continue
        const soon = new Date(Date.now() + 60_000).toISOString()
        const body = `<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>${soon}</RetainUntilDate></Retention>`
        await this.#refused({ ...removal, method: 'PUT', query: { versionId, retention: '' }, headers: BYPASS, body })
      }
      await this.#refused({ method: 'DELETE', bucket: LOCKED })
      const body = '<VersioningConfiguration><Status>Suspended</Status></VersioningConfiguration>'
      await this.#refused({ method: 'PUT', bucket: LOCKED, query: { versioning: '' }, body })
    }
  }

  async #refused(options: Omit<SendOptions, 'url'>): Promise<void> {
    const response = await this.#try(options)
    if (response === undefined) return
    if (response.status < 400 || response.status > 409) {
      this.wrong.push(`${options.method} ${options.key ?? ''} of the locked bucket returned ${response.status}`)
    }
  }
}
