/** Evaluation and delivery over time, without a console around them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alertChannelSettings } from '@cooperage/contract'
import { TestWebhook, waitUntil } from '@cooperage/testkit'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type AlertServices, Alerts } from '../../src/alerts/alerts.ts'
import {
  ALERT_MEASURES,
  type LatestValue,
  type Measure,
  type MeasuredRule,
  type MetricsSource,
} from '../../src/dashboard/index.ts'
import type { ConsoleStore } from '../../src/shared/console-store/console-store.ts'
import { openConsoleStore } from '../../src/shared/console-store/open-store.ts'
import { createSealer } from '../../src/shared/session/sealer.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** With a busy machine. */
const PATIENT = { timeout: 30_000 }
const { log } = fastify()
const one = (value: number, bucket?: string): LatestValue => ({ labels: bucket === undefined ? {} : { bucket }, value })

let folder: string
let store: ConsoleStore
let other: ConsoleStore
let hook: TestWebhook
let now: number
let passed: number
/** What the storage server measures; undefined while the metrics can't be read. */
let values: Partial<Record<MeasuredRule, LatestValue[]>> | undefined
/** How often the metrics were asked for, and what the response waits for. */
let asked: number
let held: Promise<void> | undefined
let running: Alerts[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cooperage-alerts-'))
  store = openConsoleStore(join(folder, 'console.sqlite'), log)
  other = openConsoleStore(join(folder, 'other.sqlite'), log)
  hook = await new TestWebhook().up()
  now = 1_800_000_000_000
  passed = 0
  values = { capacity: [one(10)], driveOffline: [one(0)] }
  asked = 0
  held = undefined
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((alerts) => alerts.close()))
  await Promise.all([store.close(), other.close(), hook.down()])
  rmSync(folder, { recursive: true })
})

const source: Pick<MetricsSource, 'name' | 'latest'> = {
  name: 'console',
  async latest(measures: readonly Measure[]) {
    asked += 1
    await held
    return measures.map(({ expression, isOfBuckets }) => {
      if (values === undefined) return isOfBuckets ? undefined : []
      const rules = Object.keys(ALERT_MEASURES) as MeasuredRule[]
      return values[rules.find((id) => ALERT_MEASURES[id].expression === expression) ?? 'scanner'] ?? []
    })
  },
}

/** A console, or a replica of one. `name`: of one of several storage servers. */
function start({ isReplica = false, name = '' } = {}): Alerts {
  const services = {
    settings: {
      storageUrl: new URL('http://storage'),
      dataDir: folder,
      outboundLoopback: true,
      ...(name !== '' && { server: { name, title: name } }),
    },
    endpoint: { url: new URL('http://storage'), profile: async () => ({ kind: 'minio' }) },
    now: () => now,
    store: isReplica ? other : store,
    sharedStore: store,
    sealerFor: ((purpose, schema) => createSealer('a secret', purpose, schema)) satisfies AlertServices['sealerFor'],
    metrics: { responses: () => ({ requests: 0, errors: 0 }), countAlertMessage: () => {} },
  } as Partial<Record<keyof AlertServices, unknown>> as AlertServices
  const alerts = new Alerts(services, source as MetricsSource, log, () => passed)
  running.push(alerts)
  return alerts
}

function pass(ms: number): void {
  now += ms
  passed += ms
}

/** Evaluates, and waits until everything is sent that can be. */
async function evaluate(alerts: Alerts, afterMs = MINUTE): Promise<void> {
  pass(afterMs)
  await alerts.evaluate()
  await alerts.delivery.idle()
}

async function add(alerts: Alerts, id: string, url = `${hook.url}/${id}`): Promise<void> {
  const settings = alertChannelSettings.parse({ name: id, kind: 'webhook', url })
  await alerts.tables.addChannel({ id, name: id, kind: 'webhook', host: 'x', sealed: await alerts.seal(settings) }, now)
}

const at = (id: string) => hook.bodies(`/${id}`).map(({ rule, event }) => `${rule} ${event}`)
const waiting = async (alerts: Alerts) =>
  Object.fromEntries((await alerts.tables.channels()).map((channel) => [channel.id, channel.waiting]))
const firing = async (alerts: Alerts) =>
  (await alerts.tables.open()).filter(({ state }) => state === 'firing').map(({ rule }) => rule)
/** An address where nothing listens. */
async function deadUrl(): Promise<string> {
  const dead = await new TestWebhook().up()
  await dead.down()
  return `${dead.url}/dead`
}
const fire = (rule: MeasuredRule, value = 1) => {
  values = { ...values, [rule]: [one(value)] }
}

test('a console that has nothing to keep creates no database', async () => {
  const alerts = start()
  await evaluate(alerts)
  expect((await alerts.tables.lastRun()).states).toMatchObject({ driveOffline: 'ok' })
  expect(store.isCreated()).toBe(false)
  fire('driveOffline')
  await evaluate(alerts)
  expect(store.isCreated()).toBe(true)
})

test('an outage of the storage server resolves nothing, and is reported once it lasts', async () => {
  const alerts = start()
  await add(alerts, 'ops')
  values = { driveOffline: [one(1)], quota: [one(95, 'photos')] }
  for (let minute = 0; minute < 12; minute++) await evaluate(alerts)
  expect(at('ops')).toEqual(['driveOffline firing', 'quota firing'])
  // Rates and the metrics of buckets are still known for a while.
  values = { quota: [], requestErrors: [one(0)] }
  await evaluate(alerts)
  values = undefined
  for (let minute = 0; minute < 5; minute++) await evaluate(alerts)
  expect(at('ops').slice(2)).toEqual(['noMetrics firing'])
  expect((await alerts.tables.lastRun()).states).toMatchObject({
    driveOffline: 'firing',
    quota: 'firing',
    capacity: 'noData',
    requestErrors: 'noData',
  })

  const restarted = start()
  for (let minute = 0; minute < 8; minute++) await evaluate(restarted)
  expect(at('ops').slice(2), 'a restart changes nothing').toEqual(['noMetrics firing'])
  values = { driveOffline: [one(0)], quota: [one(95, 'photos')] }
  for (let minute = 0; minute < 3; minute++) await evaluate(restarted)
  expect(at('ops').slice(3).toSorted()).toEqual(['driveOffline resolved', 'noMetrics resolved'])
})

test('a clock that is set doesn’t look like an outage, and changes no order', async () => {
  const alerts = start()
  await add(alerts, 'dead', await deadUrl())
  fire('damagedObjects')
  await evaluate(alerts)
  const first = new Date(now).toISOString()
  now += 10 * HOUR
  fire('damagedObjects', 0)
  await evaluate(alerts)
  now -= 20 * HOUR
  fire('damagedObjects')
  await evaluate(alerts)
  expect(await firing(alerts)).toEqual(['damagedObjects'])
  expect(await waiting(alerts)).toEqual({ dead: 3 })
  expect((await alerts.tables.nextMessage('dead'))?.message).toContain(first)
})

test('alerts of one rule at the same time are one message', async () => {
  const alerts = start()
  await add(alerts, 'ops')
  values = { ...values, quota: Array.from({ length: 300 }, (_, index) => one(95, `b${index}`)) }
  for (let minute = 0; minute < 11; minute++) await evaluate(alerts)
  expect(hook.bodies('/ops')).toMatchObject([{ rule: 'quota', event: 'firing', count: 300 }])
})

test('a channel that doesn’t respond delays neither the evaluation nor another channel', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const alerts = start()
  await add(alerts, 'asleep', `http://127.0.0.1:${port}/x`)
  await add(alerts, 'ops')
  fire('damagedObjects')
  await alerts.evaluate()
  fire('damagedObjects', 0)
  await alerts.evaluate()
  await vi.waitFor(() => expect(at('ops')).toEqual(['damagedObjects firing', 'damagedObjects resolved']), PATIENT)
  expect((await alerts.tables.channels())[0], 'it is still being waited for').toMatchObject({
    id: 'asleep',
    failures: 0,
  })
  await alerts.close()
  expect(await waiting(alerts), 'what was being sent when the console stopped isn’t lost').toEqual({
    asleep: 2,
    ops: 0,
  })
  silent.close()
})

test('a slow evaluation is followed by the next one, not joined by it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  const alerts = start()
  alerts.start()
  vi.advanceTimersByTime(MINUTE)
  await waitUntil('the metrics being asked for', () => asked > 0)
  vi.advanceTimersByTime(3 * MINUTE)
  resolve()
  await waitUntil('the end', async () => (await alerts.tables.lastRun()).checked > 0)
  await alerts.delivery.idle()
  expect(asked).toBe(1)
  await waitUntil('the next one', () => {
    vi.advanceTimersByTime(MINUTE)
    return asked > 1
  })
})

test('only so many messages wait for a channel, and none of another one is lost', async () => {
  const alerts = start()
  await add(alerts, 'dead')
  await add(alerts, 'ops')
  const messages = Array.from({ length: 150 }, (_, index) => ({ id: `${index}`, channel: 'dead', message: `${index}` }))
  const run = { checked: now, states: {} }
  await alerts.tables.save({ alerts: [], gone: [] }, [{ id: 'x', channel: 'ops', message: 'x' }, ...messages], [], run)
  expect(await waiting(alerts)).toEqual({ dead: 100, ops: 1 })
  expect((await alerts.tables.nextMessage('dead'))?.message, 'the oldest are dropped').toBe('50')
  await alerts.tables.forget(now + 25 * HOUR, false)
  expect(await waiting(alerts), 'the clock is in doubt').toEqual({ dead: 100, ops: 1 })
  await alerts.tables.forget(now + 25 * HOUR, true)
  expect(await waiting(alerts)).toEqual({ dead: 0, ops: 0 })
})

test('a channel is tried again after at most 15 minutes, and after a test that arrives at once', async () => {
  const alerts = start()
  await add(alerts, 'ops')
  await hook.down()
  fire('damagedObjects')
  const attempts: number[] = []
  let failures = 0
  for (let minute = 1; minute <= 62; minute++) {
    await evaluate(alerts)
    const [channel] = await alerts.tables.channels()
    if (channel !== undefined && channel.failures > failures) attempts.push(minute)
    failures = channel?.failures ?? 0
  }
  expect(attempts).toEqual([1, 2, 4, 8, 16, 31, 46, 61])
  await hook.up()
  const [channel] = await alerts.tables.channels()
  if (channel === undefined) throw new Error('no channel')
  expect(await alerts.test(channel)).toBeUndefined()
  await alerts.delivery.idle()
  expect(at('ops')).toEqual(['test test', 'damagedObjects firing'])
  expect(await alerts.tables.channels()).toMatchObject([{ failures: 0, problem: undefined, waiting: 0 }])
})

test('a new channel is told once what fires, and so is one that is turned on again', async () => {
  const alerts = start()
  await add(alerts, 'first')
  fire('damagedObjects')
  await evaluate(alerts)
  await add(alerts, 'late')
  await evaluate(alerts)
  await evaluate(alerts)
  expect([at('first'), at('late')]).toEqual([['damagedObjects firing'], ['damagedObjects firing']])
  await hook.down()
  fire('damagedObjects', 0)
  await evaluate(alerts)
  expect(await waiting(alerts)).toEqual({ first: 1, late: 1 })
  await alerts.tables.turnChannel('first', false)
  fire('serverOffline')
  for (let minute = 0; minute < 3; minute++) await evaluate(alerts)
  expect(await waiting(alerts), 'one that is off has nothing waiting').toEqual({ first: 0, late: 2 })
  await hook.up()
  await alerts.tables.turnChannel('first', true)
  await evaluate(alerts, 15 * MINUTE)
  expect([at('first').slice(1), at('late').slice(1)]).toEqual([
    ['serverOffline firing'],
    ['damagedObjects resolved', 'serverOffline firing'],
  ])
})

test('a channel that is turned off during an evaluation gets nothing from it, and is told later', async () => {
  const alerts = start()
  await add(alerts, 'ops')
  await alerts.tables.turnChannel('ops', false)
  const messages = ['ops', 'deleted'].map((channel) => ({ id: channel, channel, message: 'x' }))
  await alerts.tables.save({ alerts: [], gone: [] }, messages, ['ops'], { checked: now, states: {} })
  expect(await alerts.tables.nextMessage('deleted')).toBeUndefined()
  await alerts.tables.turnChannel('ops', true)
  expect(await alerts.tables.channels()).toMatchObject([{ waiting: 0, isTold: false }])
  fire('damagedObjects')
  await evaluate(alerts)
  await alerts.tables.turnChannel('ops', true)
  expect(await alerts.tables.channels(), 'it was on already').toMatchObject([{ isTold: true }])
})

test('a channel is turned off and deleted by its own console only', async () => {
  const [paris, berlin] = [start({ name: 'paris' }), start({ name: 'berlin' })]
  await add(paris, 'ops', await deadUrl())
  fire('damagedObjects')
  await evaluate(paris)
  expect(await berlin.tables.turnChannel('ops', false)).toBe(false)
  expect(await berlin.tables.deleteChannel('ops')).toBe(false)
  expect(await waiting(paris)).toEqual({ ops: 1 })
  expect(await paris.tables.deleteChannel('ops')).toBe(true)
  expect(await paris.tables.nextMessage('ops')).toBeUndefined()
})

test('replicas show the same, send once, and forget what they measured before another one had the turn', async () => {
  const [first, second] = [start({ isReplica: true }), start({ isReplica: true })]
  await add(first, 'ops')
  fire('damagedObjects')
  await evaluate(first)
  await evaluate(second)
  expect([at('ops'), await second.tables.lastRun()], 'it isn’t the turn of the second one').toEqual([
    ['damagedObjects firing'],
    { checked: now - MINUTE, states: expect.objectContaining({ damagedObjects: 'firing', capacity: 'ok' }) },
  ])
  // The turn of the first one ends, without that it could say so.
  await evaluate(second, 4 * MINUTE)
  for (let minute = 0; minute < 60; minute++) await evaluate(second)
  await second.close()
  values = undefined
  await evaluate(first)
  expect(await first.tables.lastRun(), 'there were metrics a minute ago').toMatchObject({
    checked: now,
    states: { noMetrics: 'noData', damagedObjects: 'firing' },
  })
  for (let minute = 0; minute < 6; minute++) await evaluate(first)
  expect(at('ops')).toEqual(['damagedObjects firing', 'noMetrics firing'])
})

test('a channel is claimed by one replica at a time', async () => {
  const { tables } = start()
  await add(start(), 'ops')
  expect(await tables.claim('ops', 'a', now)).toBe(true)
  expect([await tables.claim('ops', 'b', now), await tables.claim('ops', 'a', now)]).toEqual([false, true])
  await tables.release('ops', 'b')
  expect(await tables.claim('ops', 'b', now)).toBe(false)
  expect(await tables.claim('ops', 'b', now + 2 * MINUTE), 'one that crashed').toBe(true)
  expect(await tables.claim('ops', 'a', now - HOUR), 'the clock was set back').toBe(true)
  await tables.release('ops', 'a')
  expect(await tables.claim('ops', 'b', now - HOUR)).toBe(true)
  await tables.turnChannel('ops', false)
  expect(await tables.claim('ops', 'b', now)).toBe(false)
})
