/** Evaluates the rules. One for each console; of replicas one at a time. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type AlertChannelSettings,
  type AlertRuleId,
  AppError,
  alertChannelSettings,
  detailText,
  type FailureText,
} from '@cooperage/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { LatestValue, MetricsSource } from '../dashboard/index.ts'
import { guardForVisitors, type OutboundGuard } from '../shared/outbound-guard.ts'
import type { Services } from '../shared/services.ts'
import type { Sealer } from '../shared/session/sealer.ts'
import { SteadyClock } from '../shared/steady-clock.ts'
import {
  type Advanced,
  ALERT_EVENTS,
  type AlertEvent,
  type AlertRecord,
  advance,
  type Observation,
  type RuleSettings,
} from './alert-state.ts'
import {
  type AlertTables,
  alertTables,
  type RuleState,
  type Run,
  type StoredChannel,
  type StoredMessage,
} from './alert-tables.ts'
import { type Sent, sendTo } from './channels.ts'
import { Delivery } from './delivery.ts'
import { KeyEnds } from './key-ends.ts'
import { type Notice, noticeOf, testNotice } from './notice.ts'
import { observationsOf, WATCHED } from './observations.ts'
import { ErrorShare, Expiries, MetricsGap } from './own-measures.ts'

/** The rules are evaluated once a minute. */
const EVERY_MS = 60_000
/** How long a turn lasts that its replica doesn't renew. */
const TURN_MS = 3 * EVERY_MS

export type AlertServices = Pick<Services, 'settings' | 'endpoint' | 'now' | 'store' | 'sharedStore' | 'sealerFor'> & {
  metrics: Pick<Services['metrics'], 'responses' | 'countAlertMessage'>
}

export class Alerts {
  readonly tables: AlertTables
  readonly guard: OutboundGuard
  readonly source: MetricsSource | undefined
  readonly delivery: Delivery
  readonly keyEnds: KeyEnds
  readonly #services: AlertServices
  readonly #log: FastifyBaseLogger
  readonly #server: string
  readonly #clock: SteadyClock
  readonly #passed: () => number
  readonly #expiries: Expiries
  readonly #holder = randomUUID()
  readonly #closing = new AbortController()
  /** What was measured since this console evaluates. */
  #measures: { gap: MetricsGap; errorShare: ErrorShare }
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #hasTurn = false
  #sealer: Promise<Sealer<AlertChannelSettings>> | undefined

  /** `passed` returns milliseconds that no setting of the clock changes. */
  constructor(
    services: AlertServices,
    source: MetricsSource | undefined,
    log: FastifyBaseLogger,
    passed = () => performance.now(),
  ) {
    const { settings, endpoint, now } = services
    this.#services = services
    this.#log = log
    this.source = source
    this.tables = alertTables(services)
    this.keyEnds = new KeyEnds(this.tables, now, log)
    this.guard = guardForVisitors(settings)
    this.#server = settings.server?.title ?? endpoint.url.host
    this.#clock = new SteadyClock(now, passed)
    this.#passed = passed
    this.#expiries = new Expiries(settings, now)
    this.#measures = this.#begin()
    this.delivery = new Delivery({
      tables: this.tables,
      holder: this.#holder,
      now,
      log,
      stopping: this.#closing.signal,
      send: (channel, notice) => this.#send(channel, notice),
    })
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.delivery.start()
      // A slow evaluation is followed by the next one, not joined by it.
      if (this.#running === undefined) void this.evaluate()
    }, EVERY_MS)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort(new DOMException('The console stops', 'AbortError'))
    await this.#running
    await this.delivery.idle()
    // Otherwise the turn ends by itself.
    if (this.#hasTurn) await this.tables.endTurn(this.#holder).catch(() => undefined)
  }

  /** Evaluates all rules, after what runs already. Failures are in the log, and the next minute tries again. */
  async evaluate(): Promise<void> {
    const running: Promise<void> = (this.#running ?? Promise.resolve()).then(async () => {
      try {
        if (!this.#closing.signal.aborted) await this.#evaluate()
      } catch (error) {
        if (!this.#closing.signal.aborted) this.#log.error({ err: error }, 'alerts could not be evaluated')
      }
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    await running
    this.delivery.start()
  }

  /** Seals the settings of a channel. */
  async seal(settings: AlertChannelSettings): Promise<string> {
    return await (await this.#openSealer()).seal(settings)
  }

  /** Sends a test message. Returns why not everybody got it. If anybody did, what waits follows at once. */
  async test(channel: StoredChannel): Promise<FailureText | undefined> {
    const { now } = this.#services
    const { isDelivered, problem } = await this.#send(channel, testNotice(this.#server))
    if (isDelivered) await this.tables.delivered(channel.id, undefined, problem, now())
    else await this.tables.failed(channel.id, problem, now())
    this.delivery.start()
    return problem
  }

  get #hasReplicas(): boolean {
    return this.#services.sharedStore !== this.#services.store
  }

  #begin(): { gap: MetricsGap; errorShare: ErrorShare } {
    const { metrics, now } = this.#services
    return { gap: new MetricsGap(this.#passed), errorShare: new ErrorShare(() => metrics.responses(), now()) }
  }

  /** Whether this is the replica that evaluates. What it measured before another one did is out of date. */
  async #takeTurn(time: number): Promise<boolean> {
    if (!this.#hasReplicas) return true
    const turn = await this.tables.takeTurn(this.#holder, time, time + TURN_MS)
    if (turn === 'gained') this.#measures = this.#begin()
    this.#hasTurn = turn !== undefined
    return this.#hasTurn
  }

  async #evaluate(): Promise<void> {
    const time = this.#services.now()
    // A server that has S3 only measures nothing, and has no page for alerts.
    const profile = await this.#services.endpoint.profile().catch(() => undefined)
    if (profile?.kind === 's3' || !(await this.#takeTurn(time))) return
    const { tables } = this
    const [rules, open, channels] = await Promise.all([tables.rules(), tables.open(), tables.channels()])
    const found = await this.#observe(time, rules)
    const all: Omit<Advanced, 'messages'> = { alerts: [], gone: [] }
    const states: Partial<Record<AlertRuleId, RuleState>> = {}
    const messages: StoredMessage[] = []
    const untold = channels.filter(({ enabled, isTold }) => enabled && !isTold)
    const told = channels.filter(({ enabled, isTold }) => enabled && isTold)
    for (const rule of rules) {
      const seen = rule.enabled ? (found.get(rule.id) ?? 'noData') : 'off'
      const ofRule = open.filter((one) => one.rule === rule.id)
      const advanced = advance(ofRule, rule, seen, { now: time, newId: randomUUID })
      all.alerts.push(...advanced.alerts)
      all.gone.push(...advanced.gone)
      states[rule.id] = stateOf(seen, advanced.alerts)
      for (const event of ALERT_EVENTS) {
        const ofEvent = advanced.messages.filter((one) => one.event === event).map(({ alert }) => alert)
        messages.push(...this.#messagesTo(told, event, ofEvent))
      }
      // A new channel is told what has been reported already, once.
      const reported = advanced.alerts.filter(({ state, isReported }) => state === 'firing' && isReported)
      if (rule.mutedUntil <= time) messages.push(...this.#messagesTo(untold, 'firing', reported))
    }
    const before = new Map(open.map((one) => [one.id, one]))
    const alerts = all.alerts.filter((one) => !isDeepStrictEqual(one, before.get(one.id)))
    const run: Run = { checked: time, states }
    await tables.save(
      { alerts, gone: all.gone },
      messages,
      untold.map(({ id }) => id),
      run,
    )
    await tables.forget(time, this.#clock.isSteady())
  }

  #messagesTo(
    channels: readonly StoredChannel[],
    event: AlertEvent,
    [first, ...others]: readonly AlertRecord[],
  ): StoredMessage[] {
    if (first === undefined) return []
    const message = JSON.stringify(noticeOf(event, [first, ...others], this.#server))
    return channels.map(({ id }) => ({ id: randomUUID(), channel: id, message }))
  }

  async #observe(time: number, rules: readonly RuleSettings[]): Promise<Map<AlertRuleId, Observation>> {
    const { gap, errorShare } = this.#measures
    const { isAlive, observations } = observationsOf(await this.#latest(WATCHED))
    const found = new Map<AlertRuleId, Observation>(observations)
    const { threshold = 0 } = rules.find(({ id }) => id === 'noMetrics') ?? {}
    const minutes = gap.minutes(isAlive, threshold)
    found.set('noMetrics', this.source === undefined ? 'notMeasured' : new Map([['', minutes]]))
    found.set('consoleErrors', new Map([['', errorShare.percent(time)]]))
    found.set('expiry', await this.#expiries.days())
    found.set('keyExpiry', await this.keyEnds.days())
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

  async #send(channel: StoredChannel, notice: Notice): Promise<Sent> {
    const settings = await (await this.#openSealer()).open(channel.sealed)
    const sent =
      settings === undefined
        ? { isDelivered: false, problem: detailText('alertChannelUnreadable') }
        : await sendTo(settings, notice, this.guard, this.#closing.signal).catch((error: unknown) => {
            this.#log.error({ err: error }, 'a message about an alert could not be sent')
            return { isDelivered: false, problem: detailText('connectionFailed') }
          })
    this.#services.metrics.countAlertMessage(sent.isDelivered)
    if (sent.problem !== undefined) this.#log.warn({ channel: channel.id, reason: sent.problem.text }, 'alert channel')
    return sent
  }

  #openSealer(): Promise<Sealer<AlertChannelSettings>> {
    this.#sealer ??= this.#services.sealerFor('cooperage alert channel 1', alertChannelSettings)
    return this.#sealer
  }
}

function stateOf(seen: Observation, alerts: readonly AlertRecord[]): RuleState {
  if (seen === 'off') return 'off'
  if (alerts.some(({ state }) => state === 'firing')) return 'firing'
  if (typeof seen === 'string') return seen
  if (seen.size > 0 && [...seen.values()].every((value) => value === 'noData')) return 'noData'
  return alerts.some(({ state }) => state === 'pending') ? 'pending' : 'ok'
}
