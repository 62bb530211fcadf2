/** The webhooks of one settings section, opened again when the section changes. */
import type { Config, ConfigTarget } from '../config/config.ts'
import type { SectionName } from '../config/sections.ts'
import type { Log } from '../log.ts'
import type { DocumentStore } from '../store/store.ts'
import { DurableQueues } from './durable-queues.ts'
import { Webhook, type WebhookOptions } from './webhook.ts'

type TargetOptions = Pick<WebhookOptions, 'headers' | 'timeoutMs' | 'pauseMs' | 'maxRetries'> & { limit: number }

interface WebhooksOptions {
  section: SectionName
  config: Config
  documents: DocumentStore
  log: Log
  optionsOf(target: ConfigTarget): TargetOptions
}

export class Webhooks {
  readonly #options: WebhooksOptions
  readonly #queues: DurableQueues
  #open = new Map<string, Webhook>()
  /** Changes run one at a time, so that each queue has only one delivery loop. */
  #last: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: WebhooksOptions) {
    this.#options = options
    this.#queues = new DurableQueues(options.documents, `queue-${options.section}`)
    this.#openAll()
    this.#last = this.#dropOthers(this.#targetNames())
    options.config.onChange(options.section, () => this.#reopen())
  }

  get isEmpty(): boolean {
    return this.#open.size === 0
  }

  get(target: string): Webhook | undefined {
    return this.#open.get(target)
  }

  [Symbol.iterator](): IterableIterator<[target: string, Webhook]> {
    return this.#open[Symbol.iterator]()
  }

  send(entry: unknown): void {
    for (const webhook of this.#open.values()) void webhook.send(entry)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#last
    await this.#closeAll()
  }

  #openAll(): void {
    const { section, config, log, optionsOf } = this.#options
    this.#open = new Map(
      config.targets(section).map((target) => {
        const { limit, ...options } = optionsOf(target)
        const name = `${section}:${target.name}`
        const endpoint = target.values.endpoint ?? ''
        return [
          target.name,
          new Webhook({ name, endpoint, log, queue: this.#queues.open(target.name, limit), ...options }),
        ]
      }),
    )
  }

  #targetNames(): ReadonlySet<string> {
    return new Set(this.#options.config.targetNames(this.#options.section))
  }

  async #dropOthers(known: ReadonlySet<string>): Promise<void> {
    try {
      await this.#queues.dropOthers(known)
    } catch (error) {
      this.#options.log({
        level: 'error',
        message: 'cannot remove the entries of deleted webhooks',
        error: String(error),
      })
    }
  }

  #reopen(): Promise<void> {
    // Read now: a target that is removed and added again before the change is applied must not keep its queue.
    const known = this.#targetNames()
    this.#last = this.#last.then(async () => {
      if (this.#isClosed) return
      await this.#closeAll()
      for (const name of [...this.#open.keys()]) if (!known.has(name)) this.#open.delete(name)
      // Before the webhooks are opened: a queue in use must not be cleared.
      await this.#dropOthers(known)
      this.#openAll()
    })
    return this.#last
  }

  async #closeAll(): Promise<void> {
    const open = [...this.#open.values()]
    await Promise.all(open.map((webhook) => webhook.close()))
  }
}

/** As in MinIO: a token of one word is a bearer token, one of two words is the whole header value. */
export function authorization(token: string): Record<string, string> {
  if (token === '') return {}
  return { authorization: /\s/.test(token.trim()) ? token.trim() : `Bearer ${token.trim()}` }
}
