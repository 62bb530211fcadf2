/** One webhook: its queue, and the loop that empties it in order, trying again for as long as it takes. */
import { Agent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { DurableQueue } from './durable-queues.ts'
import { post } from './post.ts'

export interface WebhookOptions {
  /** As logs name it. */
  name: string
  endpoint: string
  headers: Record<string, string>
  timeoutMs: number
  /** Pause after the given number of failures in a row. */
  pauseMs(failures: number): number
  /** Failed deliveries after which an entry is given up; 0 for never. */
  maxRetries: number
  queue: DurableQueue
  log: Log
}

export interface WebhookStats {
  sent: number
  failed: number
  /** Entries that found the queue full, could not be kept, or were given up. */
  dropped: number
  waiting: number
  sending: number
  isOnline: boolean
}

export class Webhook {
  readonly name: string
  readonly endpoint: string
  readonly #options: WebhookOptions
  readonly #agent: Agent
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  readonly #stats = { sent: 0, failed: 0, dropped: 0, sending: 0, isOnline: true }
  #wake: () => void = () => {}
  #isDropping = false
  /** Of the entry that was delivered last. */
  #removal: Promise<void> = Promise.resolve()

  constructor(options: WebhookOptions) {
    this.#options = options
    this.name = options.name
    this.endpoint = options.endpoint
    this.#agent = new (options.endpoint.startsWith('https:') ? TlsAgent : Agent)({ keepAlive: true, maxSockets: 1 })
    this.#running = this.#run()
  }

  get stats(): WebhookStats {
    return { ...this.#stats, waiting: this.#options.queue.length }
  }

  /** Never throws. Resolves when the entry is kept for good, or known to be lost; nobody has to wait for that. */
  send(entry: unknown): Promise<void> {
    const kept = this.#options.queue.push(entry)
    if (kept === undefined) {
      this.#recordDrop(new Error('too many wait'))
      return Promise.resolve()
    }
    return kept.then(
      () => {
        this.#isDropping = false
        this.#wake()
      },
      (error) => this.#recordDrop(error),
    )
  }

  /** Said once until an entry can be kept again: what is said may itself be an entry for this webhook. */
  #recordDrop(error: unknown): void {
    this.#stats.dropped++
    if (this.#isDropping) return
    this.#isDropping = true
    this.#logError('entries for a webhook are dropped', error)
  }

  /** What waits stays in the store. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#wake()
    await this.#running
    await this.#removal
    await this.#options.queue.settled()
    this.#agent.destroy()
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    let failures = 0
    while (!signal.aborted) {
      const entry = await this.#head()
      if (entry === undefined) {
        await this.#waitForEntry()
        continue
      }
      if (signal.aborted) return
      if (await this.#deliver(entry)) {
        failures = 0
        this.#drop()
        continue
      }
      if (signal.aborted) return
      failures++
      if (this.#options.maxRetries > 0 && failures > this.#options.maxRetries) {
        failures = 0
        this.#stats.dropped++
        this.#drop()
      }
      // The wait is cut short by closing, which is no error.
      await delay(this.#options.pauseMs(failures), undefined, { signal }).catch(() => undefined)
    }
  }

  /** The oldest entry that can be read. */
  async #head(): Promise<unknown> {
    for (;;) {
      try {
        return await this.#options.queue.head()
      } catch (error) {
        this.#recordDrop(error)
        this.#drop()
      }
    }
  }

  async #deliver(entry: unknown): Promise<boolean> {
    const { endpoint, headers, timeoutMs } = this.#options
    this.#stats.sending = 1
    try {
      const body = JSON.stringify(entry)
      await post({ url: endpoint, headers, body, timeoutMs, signal: this.#closing.signal, agent: this.#agent })
      this.#stats.sent++
      this.#stats.isOnline = true
      return true
    } catch (error) {
      if (!this.#closing.signal.aborted) {
        this.#stats.failed++
        if (this.#stats.isOnline) this.#logError('a webhook cannot be reached; its entries wait', error)
        this.#stats.isOnline = false
      }
      return false
    } finally {
      this.#stats.sending = 0
    }
  }

  #drop(): void {
    const removal = this.#options.queue.dropHead()
    this.#removal = removal.catch((error) => this.#logError('a delivered entry could not be removed', error))
  }

  #waitForEntry(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      if (this.#closing.signal.aborted || this.#options.queue.length > 0) resolve()
    })
  }

  #logError(message: string, error?: unknown): void {
    this.#options.log({
      level: 'error',
      message: `${message} (${this.name})`,
      ...(error === undefined ? {} : { error: error instanceof Error ? error.message : String(error) }),
    })
  }
}
