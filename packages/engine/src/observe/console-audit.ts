import { Agent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { type AuditReceiver, readAuditReceiver } from '../audit-receiver.ts'
import type { Log } from '../log.ts'
import { post } from '../outbound/post.ts'

const LOOK_EVERY_MS = 1_000
const RETRY_MS = 1_000
const TIMEOUT_MS = 10_000
/** Some seconds of a busy engine, while its console restarts. */
const MAX_WAITING = 10_000
/** The console accepts larger bodies. */
const MAX_BATCH_CHARACTERS = 1024 * 1024

/**
 * Sends the audit log to the console of the same data folder, if there is one, without any configuration. What arrives while a
 * batch is on its way makes up the next one. Entries wait in memory only: a webhook of the configuration has a durable queue.
 */
export class ConsoleAudit {
  readonly #dataDir: string
  readonly #log: Log
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** The console is on this machine, where its certificate, for the name that browsers use, can't be verified. */
  readonly #tlsAgent = new TlsAgent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
  readonly #closing = new AbortController()
  readonly #looking: NodeJS.Timeout
  readonly #waiting: string[] = []
  #receiver: AuditReceiver | undefined
  #sending: Promise<void> | undefined
  #isFailing = false

  constructor(dataDir: string, log: Log) {
    this.#dataDir = dataDir
    this.#log = log
    this.#looking = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref()
    void this.#look()
  }

  /** Whether the entries have a receiver. */
  get hasReceiver(): boolean {
    return this.#receiver !== undefined
  }

  /** Never throws. Beyond the maximum, entries are dropped. */
  send(entry: unknown): void {
    if (this.#waiting.length >= MAX_WAITING) return
    this.#waiting.push(JSON.stringify(entry))
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#looking)
    this.#closing.abort()
    await this.#sending
    this.#agent.destroy()
    this.#tlsAgent.destroy()
  }

  async #look(): Promise<void> {
    this.#receiver = await readAuditReceiver(this.#dataDir)
  }

  async #sendAll(): Promise<void> {
    const { signal } = this.#closing
    while (this.#waiting.length > 0 && !signal.aborted) {
      const receiver = this.#receiver
      if (receiver === undefined) {
        this.#waiting.length = 0
        return
      }
      const batch = this.#nextBatch()
      try {
        const headers = { authorization: `Bearer ${receiver.token}` }
        const body = batch.join('\n')
        const agent = receiver.url.startsWith('https:') ? this.#tlsAgent : this.#agent
        await post({ url: receiver.url, headers, body, timeoutMs: TIMEOUT_MS, signal, agent })
        this.#waiting.splice(0, batch.length)
        this.#isFailing = false
      } catch (error) {
        if (signal.aborted) return
        this.#report(error)
        // Closing aborts the delay, which isn't an error.
        await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  #nextBatch(): string[] {
    let characters = 0
    const end = this.#waiting.findIndex((entry, at) => {
      characters += entry.length
      return at > 0 && characters > MAX_BATCH_CHARACTERS
    })
    return this.#waiting.slice(0, end < 0 ? this.#waiting.length : end)
  }

  /** Logs only the first failure in a row. */
  #report(error: unknown): void {
    if (!this.#isFailing) {
      this.#log({ level: 'error', message: "the console doesn't receive the audit log", error: String(error) })
    }
    this.#isFailing = true
  }
}
