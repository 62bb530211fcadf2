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

export interface WebhookFigures {
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
  readonly #figures = { sent: 0, failed: 0, dropped: 0, sending: 0, isOnline: true }
  #wake: () => void = () => {}
  #isLosing = false
  /** Of the entry that was delivered last. */
  #removal: Promise<void> = Promise.resolve()

  constructor(options: WebhookOptions) {
    this.#options = options
    this.name = options.name
    this.endpoint = options.endpoint
    this.#agent = new (options.endpoint.startsWith('https:') ? TlsAgent : Agent)({ keepAlive: true, maxSockets: 1 })
    this.#running = this.#run()
  }

  get figures(): WebhookFigures {
    return { ...this.#figures, waiting: this.#options.queue.length }
  }

  /** Never throws. Resolves when the entry is kept for good, or known to be lost; nobody has to wait for that. */
  send(entry: unknown): Promise<void> {
    const kept = this.#options.queue.push(entry)
    if (kept === undefined) {
      this.#lose(new Error('too many wait'))
      return Promise.resolve()
    }
    return kept.then(
      () => {
        this.#isLosing = false
        this.#wake()
      },
      (error) => this.#lose(error),
    )
  }

  /** Said once until an entry can be kept again: what is said may itself be an entry for this webhook. */
  #lose(error: unknown): void {
    this.#figures.dropped++
    if (this.#isLosing) return
    this.#isLosing = true
    this.#say('entries for a webhook are dropped', error)
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
        await this.#untilPushed()
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
        this.#figures.dropped++
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
        this.#lose(error)
        this.#drop()
      }
    }
  }

  async #deliver(entry: unknown): Promise<boolean> {
    const { endpoint, headers, timeoutMs } = this.#options
    this.#figures.sending = 1
    try {
      const body = JSON.stringify(entry)
      await post({ url: endpoint, headers, body, timeoutMs, signal: this.#closing.signal, agent: this.#agent })
      this.#figures.sent++
      this.#figures.isOnline = true
      return true
    } catch (error) {
      if (!this.#closing.signal.aborted) {
        this.#figures.failed++
        if (this.#figures.isOnline) this.#say('a webhook cannot be reached; its entries wait', error)
        this.#figures.isOnline = false
      }
      return false
    } finally {
      this.#figures.sending = 0
    }
  }

  #drop(): void {
    const removal = this.#options.queue.dropHead()
    this.#removal = removal.catch((error) => this.#say('a delivered entry could not be removed', error))
  }

  #untilPushed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      if (this.#closing.signal.aborted || this.#options.queue.length > 0) resolve()
    })
  }

  #say(message: string, error?: unknown): void {
    this.#options.log({
      level: 'error',
      message: `${message} (${this.name})`,
      ...(error === undefined ? {} : { error: error instanceof Error ? error.message : String(error) }),
    })
  }
}
