/** Delivers the messages that wait, beside the evaluation: a channel that doesn't respond delays neither it nor another channel. */
import type { FastifyBaseLogger } from 'fastify'
import type { AlertTables, StoredChannel } from './alert-tables.ts'
import type { Sent } from './channels.ts'
import { type Notice, noticeSchema } from './notice.ts'

interface DeliveryOptions {
  tables: AlertTables
  /** Of this process: replicas claim a channel before they send to it. */
  holder: string
  now: () => number
  log: FastifyBaseLogger
  /** Aborts when the console stops. */
  stopping: AbortSignal
  send: (channel: StoredChannel, notice: Notice) => Promise<Sent>
}

export class Delivery {
  readonly #options: DeliveryOptions
  /** By channel. */
  readonly #runs = new Map<string, Promise<void>>()
  /** Channels that got a message while they had a run, which may have missed it. */
  readonly #missed = new Set<string>()
  #starting: Promise<void> | undefined
  #isWanted = false

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /** Starts to send to every channel that has something waiting. Returns at once. Failures are in the log. */
  start(): void {
    if (this.#options.stopping.aborted) return
    this.#isWanted = true
    this.#starting ??= this.#startRuns()
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    while (this.#starting !== undefined || this.#runs.size > 0) {
      await this.#starting
      await Promise.all(this.#runs.values())
    }
  }

  async #startRuns(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false
        for (const channel of await this.#options.tables.channels()) {
          if (channel.waiting === 0) continue
          if (this.#runs.has(channel.id)) this.#missed.add(channel.id)
          else this.#runs.set(channel.id, this.#runOnce(channel))
        }
      }
    } catch (error) {
      this.#report(error)
    }
    this.#starting = undefined
  }

  async #runOnce(channel: StoredChannel): Promise<void> {
    try {
      await this.#run(channel)
    } catch (error) {
      this.#report(error)
    }
    this.#runs.delete(channel.id)
    if (this.#missed.delete(channel.id)) this.start()
  }

  /** In the order of the messages: that an alert is resolved never arrives before that it fires. */
  async #run(channel: StoredChannel): Promise<void> {
    const { tables, holder, now, stopping, send } = this.#options
    let { failures } = channel
    // Again before each message: the channel may have been turned off.
    while (!stopping.aborted && (await tables.claim(channel.id, holder, now()))) {
      const next = await tables.nextMessage(channel.id)
      if (next === undefined) break
      const { isDelivered, problem } = await send(channel, noticeSchema.parse(JSON.parse(next.message)))
      if (isDelivered) {
        failures = 0
        await tables.delivered(channel.id, next.id, problem, now())
      } else if (!stopping.aborted) {
        failures += 1
        await tables.failed(channel.id, problem, now(), failures)
      }
    }
    await tables.release(channel.id, holder)
  }

  #report(error: unknown): void {
    if (!this.#options.stopping.aborted)
      this.#options.log.error({ err: error }, 'messages about alerts could not be sent')
  }
}
