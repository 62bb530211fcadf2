/** Evaluates the rules, and delivers messages. One for each console; of replicas one at a time. */
import { randomUUID } from 'node:crypto'
import {
  type AlertChannelSettings,
  type AlertRuleEntry,
  type AlertRuleId,
  AppError,
  alertChannelSettings,
  detailText,
  errorText,
  type FailureText,
} from '@cooperage/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { LatestValue, MetricsSource } from '../dashboard/index.ts'
import { guardForVisitors, type OutboundGuard } from '../shared/outbound-guard.ts'
import type { Services } from '../shared/services.ts'
import type { Sealer } from '../shared/session/sealer.ts'
import { type Advanced, advance, type Observation, type RuleSettings } from './alert-state.ts'
import { type AlertTables, alertTables, type StoredChannel } from './alert-tables.ts'
import { sendTo } from './channels.ts'
import { type Notice, noticeOf, noticeSchema, testNotice } from './notice.ts'
import { observationsOf, WATCHED } from './observations.ts'
import { ErrorShare, Expiries, MetricsGap } from './own-measures.ts'

/** The rules are evaluated once a minute. */
const EVERY_MS = 60_000
/** How long a turn lasts that its replica doesn't renew. */
const TURN_MS = 3 * EVERY_MS
/** How long a message is retried: 1, 2, 4 … minutes, together some 8 hours. */
const MAX_ATTEMPTS = 10

export type RuleState = AlertRuleEntry['state']

export class Alerts {
  readonly tables: AlertTables
  readonly guard: OutboundGuard
  readonly source: MetricsSource | undefined
  /** When the rules were last evaluated; 0 before the first time. */
  checkedAt = 0
  readonly #services: Services
  readonly #log: FastifyBaseLogger
  readonly #server: string
  readonly #expiries: Expiries
  readonly #errorShare: ErrorShare
  readonly #holder = randomUUID()
  readonly #closing = new AbortController()
  readonly #seen = new Map<AlertRuleId, Observation>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #sealer: Promise<Sealer<AlertChannelSettings>> | undefined
  readonly #metricsGap = new MetricsGap()

  constructor(services: Services, source: MetricsSource | undefined, log: FastifyBaseLogger) {
    const { settings, endpoint, metrics, now } = services
    this.#services = services
    this.#log = log
    this.source = source
    this.tables = alertTables(services)
    this.guard = guardForVisitors(settings)
    this.#server = settings.server?.title ?? endpoint.url.host
    this.#expiries = new Expiries(settings, now)
    this.#errorShare = new ErrorShare(() => metrics.responses(), now())
  }

  start(): void {
    this.#timer = setInterval(() => void this.evaluate(), EVERY_MS)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort(new DOMException('The console stops', 'AbortError'))
    await this.#running
    if (this.#hasReplicas && this.checkedAt > 0) await this.tables.endTurn(this.#holder).catch(() => {})
  }

  /** Evaluates all rules after what runs already, and delivers what is due. Failures are in the log, and the next minute tries again. */
  async evaluate(): Promise<void> {
    this.#running = this.#running.then(async () => {
      try {
        if (!this.#closing.signal.aborted) await this.#evaluate()
      } catch (error) {
        if (!this.#closing.signal.aborted) this.#log.error({ err: error }, 'alerts could not be evaluated')
      }
    })
    await this.#running
  }

  /** What a rule found last. */
  stateOf(rule: AlertRuleId, isOn: boolean, open: ReadonlySet<string>): RuleState {
    if (!isOn) return 'off'
    if (open.has(`firing ${rule}`)) return 'firing'
    const seen = this.#seen.get(rule)
    if (seen === undefined || seen === 'off') return 'waiting'
    if (typeof seen === 'string') return seen
    if (seen.size > 0 && [...seen.values()].every((value) => value === 'noData')) return 'noData'
    return open.has(`pending ${rule}`) ? 'pending' : 'ok'
  }

  /** Seals the settings of a channel. */
  async seal(settings: AlertChannelSettings): Promise<string> {
    return await (await this.#openSealer()).seal(settings)
  }

  /** Sends a test message. Returns why it wasn't delivered; undefined if it was. */
  async test(channel: StoredChannel): Promise<FailureText | undefined> {
    const { now } = this.#services
    const problem = await this.#send(channel, testNotice(this.#server, now()))
    if (problem === undefined) await this.tables.delivered(channel.id, undefined, now())
    else await this.tables.failed(channel.id, problem)
    return problem
  }

  get #hasReplicas(): boolean {
    return this.#services.sharedStore !== this.#services.store
  }

  async #evaluate(): Promise<void> {
    const { now } = this.#services
    const time = now()
    // A server that has S3 only measures nothing, and has no page for alerts.
    const profile = await this.#services.endpoint.profile().catch(() => undefined)
    if (profile?.kind === 's3') return
    if (this.#hasReplicas && !(await this.tables.takeTurn(this.#holder, time, time + TURN_MS))) return
    const [rules, open, channels] = await Promise.all([this.tables.rules(), this.tables.open(), this.tables.channels()])
    const found = await this.#observe(time, rules)
    const all: Advanced = { alerts: [], gone: [], messages: [] }
    for (const rule of rules) {
      const seen = rule.enabled ? (found.get(rule.id) ?? 'noData') : 'off'
      this.#seen.set(rule.id, seen)
      const ofRule = open.filter((one) => one.rule === rule.id)
      const { alerts, gone, messages } = advance(ofRule, rule, seen, { now: time, newId: randomUUID })
      all.alerts.push(...alerts)
      all.gone.push(...gone)
      all.messages.push(...messages)
    }
    const messages = all.messages.flatMap(({ event, alert }) =>
      channels
        .filter(({ enabled }) => enabled)
        .map(({ id }) => ({
          id: randomUUID(),
          channel: id,
          message: JSON.stringify(noticeOf(event, alert, this.#server)),
          attempts: 0,
          nextAt: 0,
        })),
    )
    if (all.alerts.length > 0 || all.gone.length > 0) await this.tables.save(all, messages, time)
    await this.tables.forgetPast(time)
    this.checkedAt = time
    await this.#deliver(channels)
  }

  async #observe(time: number, rules: readonly RuleSettings[]): Promise<Map<AlertRuleId, Observation>> {
    const { isAlive, observations } = observationsOf(await this.#latest(WATCHED))
    const found = new Map<AlertRuleId, Observation>(observations)
    const { threshold = 0 } = rules.find(({ id }) => id === 'noMetrics') ?? {}
    const minutes = this.#metricsGap.minutes(isAlive, threshold)
    found.set('noMetrics', this.source === undefined ? 'notMeasured' : new Map([['', minutes]]))
    found.set('consoleErrors', new Map([['', this.#errorShare.percent(time)]]))
    found.set('expiry', await this.#expiries.days())
    return found
  }

  /** Undefined if the metrics can't be read. */
  async #latest(measures: Parameters<MetricsSource['latest']>[0]): Promise<(LatestValue[] | undefined)[] | undefined> {
    try {
      return await this.source?.latest(measures, this.#closing.signal)
    } catch (error) {
      // It is in the log already.
      if (error instanceof AppError) return undefined
      throw error
    }
  }

  /** In the order of the messages: that an alert is resolved never arrives before that it fires. */
  async #deliver(channels: readonly StoredChannel[]): Promise<void> {
    const { now } = this.#services
    const waiting = await this.tables.messages()
    await Promise.all(
      channels.map(async (channel) => {
        for (const { id, message, attempts, nextAt } of waiting.filter((one) => one.channel === channel.id)) {
          if (nextAt > now() || this.#closing.signal.aborted) return
          const problem = await this.#send(channel, noticeSchema.parse(JSON.parse(message)))
          if (this.#closing.signal.aborted && problem !== undefined) return
          if (problem === undefined) {
            await this.tables.delivered(channel.id, id, now())
            continue
          }
          const at = attempts + 1 >= MAX_ATTEMPTS ? undefined : now() + 60_000 * 2 ** attempts
          await this.tables.failed(channel.id, problem, { message: id, at })
          return
        }
      }),
    )
  }

  async #send(channel: StoredChannel, notice: Notice): Promise<FailureText | undefined> {
    const settings = await (await this.#openSealer()).open(channel.sealed)
    const problem =
      settings === undefined
        ? detailText('alertChannelUnreadable')
        : await sendTo(settings, notice, this.guard, this.#closing.signal).catch((error: unknown) => {
            this.#log.error({ err: error }, 'a message about an alert could not be sent')
            return error instanceof AppError ? errorText(error) : detailText('connectionFailed')
          })
    this.#services.metrics.countAlertMessage(problem === undefined)
    if (problem !== undefined) this.#log.warn({ channel: channel.id, reason: problem.text }, 'alert channel')
    return problem
  }

  #openSealer(): Promise<Sealer<AlertChannelSettings>> {
    this.#sealer ??= this.#services.sealerFor('cooperage alert channel 1', alertChannelSettings)
    return this.#sealer
  }
}
