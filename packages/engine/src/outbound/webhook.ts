/** One webhook: a loop that delivers the entries of its queue in order and retries failed deliveries. */
import { Agent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { DurableQueue } from './durable-queues.ts'
import { post } from './post.ts'

export interface WebhookOptions {
  /** Name in log entries. */
  name: string
  endpoint: string
  headers: Record<string, string>
  timeoutMs: number
  /** Pause after the given number of failures in a row. */
  pauseMs(failures: number): number
  /** Failed deliveries after which an entry is dropped; 0 retries forever. */
  maxRetries: number
  queue: DurableQueue
  log: Log
}

export interface WebhookStats {
  sent: number
  failed: number
  /** Entries dropped because the queue was full, storing them failed or all retries were used. */
  dropped: number
  waiting: number
  sending: number
  isOnline: boolean
  /** Why the last delivery failed; '' while it is online. */
  reason: string
}

export class Webhook {
  readonly name: string
  readonly endpoint: string
  readonly #options: WebhookOptions
  readonly #agent: Agent
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  readonly #stats = { sent: 0, failed: 0, dropped: 0, sending: 0, isOnline: true, reason: '' }
  #wake: () => void = () => {}
  #isDropping = false
  /** Removal of the last delivered entry from the queue. */
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

  /** Never throws. Resolves when the entry is durable or dropped. Callers need not wait. */
  send(entry: unknown): Promise<void> {
    const write = this.#options.queue.push(entry)
    if (write === undefined) {
      this.#recordDrop(new Error('the queue is full'))
      return Promise.resolve()
    }
    return write.then(
      () => {
        this.#isDropping = false
        this.#wake()
      },
      (error) => this.#recordDrop(error),
    )
  }

  /** Logs only the first drop until an entry can be queued again: the log entry may itself be for this webhook. */
  #recordDrop(error: unknown): void {
    this.#stats.dropped++
    if (this.#isDropping) return
    this.#isDropping = true
    this.#logError('dropping entries for a webhook', error)
  }

  /** Undelivered entries stay in the store. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#wake()
    await this.#running
    await this.#removal
    await this.#options.queue.flush()
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
      // Closing aborts the delay, which isn't an error.
      await delay(this.#options.pauseMs(failures), undefined, { signal }).catch(() => undefined)
    }
  }

  /** The oldest readable entry; drops unreadable ones. */
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
      this.#stats.reason = ''
      return true
    } catch (error) {
      if (!this.#closing.signal.aborted) {
        this.#stats.failed++
        if (this.#stats.isOnline) this.#logError('a webhook is unreachable; its entries stay queued', error)
        this.#stats.isOnline = false
        this.#stats.reason = error instanceof Error ? error.message : String(error)
      }
      return false
    } finally {
      this.#stats.sending = 0
    }
  }

  #drop(): void {
    const removal = this.#options.queue.dropHead()
    this.#removal = removal.catch((error) => this.#logError('cannot remove a delivered entry', error))
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
