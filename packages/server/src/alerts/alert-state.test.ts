import { alertRule } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { type AlertRecord, advance, type Observation, type RuleSettings } from './alert-state.ts'

const MINUTE = 60_000

/** A rule that is evaluated minute by minute, from minute 1 on. */
function given(settings: Partial<RuleSettings> = {}) {
  const rule: RuleSettings = { ...alertRule('capacity'), minutes: 2, enabled: true, mutedUntil: 0, ...settings }
  let alerts: AlertRecord[] = []
  let time = 0
  let ids = 0
  return {
    rule,
    change(to: (alert: AlertRecord) => AlertRecord) {
      alerts = alerts.map(to)
    },
    /** The events of the messages, and the states that are left. */
    see(seen: Observation | number) {
      time += MINUTE
      const found = typeof seen === 'number' ? new Map([['', seen]]) : seen
      const next = advance(alerts, rule, found, { now: time, newId: () => String(++ids) })
      alerts = next.alerts.filter(({ state }) => state !== 'resolved')
      return [next.messages.map(({ event }) => event).join(), next.alerts.map(({ state }) => state).join()]
    },
  }
}

test('fires once its condition has held long enough, reports it once, and resolves after as long', () => {
  const { see } = given()
  expect([80, 81, 82, 83, 84].map(see)).toEqual([
    ['', ''],
    ['', 'pending'],
    ['', 'pending'],
    ['firing', 'firing'],
    ['', 'firing'],
  ])
  expect([70, 90, 70, 70, 70].map(see), 'a value around the threshold sends nothing').toEqual([
    ['', 'firing'],
    ['', 'firing'],
    ['', 'firing'],
    ['', 'firing'],
    ['resolved', 'resolved'],
  ])
})

test('a condition that ends in time never fires', () => {
  const { see } = given()
  expect([90, 90, 10, 90, 90].map(see).at(-1)).toEqual(['', 'pending'])
})

test('fires at once without a time to hold, below the threshold of days', () => {
  const { see } = given({ ...alertRule('expiry') })
  expect([15, 14, 13.9, 14].map(see)).toEqual([
    ['', ''],
    ['', ''],
    ['firing', 'firing'],
    ['resolved', 'resolved'],
  ])
})

test('without data a firing alert stays, and a pending one starts over', () => {
  const { see } = given()
  see(90)
  expect(see('noData')).toEqual(['', ''])
  expect([90, 90, 90].map(see).at(-1)).toEqual(['firing', 'firing'])
  see(10)
  expect(see('noData')).toEqual(['', 'firing'])
  expect(see(10), 'what was clear before the gap doesn’t count').toEqual(['', 'firing'])
})

test('each subject has its own alert, which ends when the subject does, or its rule is turned off', () => {
  const { see } = given({ ...alertRule('quota'), minutes: 0 })
  expect(
    see(
      new Map([
        ['a', 95],
        ['b', 96],
        ['c', 10],
      ]),
    ),
  ).toEqual(['firing,firing', 'firing,firing'])
  expect(see(new Map([['b', 97]]))).toEqual(['resolved', 'resolved,firing'])
  expect(see('off')).toEqual(['resolved', 'resolved'])
  expect(see('notMeasured')).toEqual(['', ''])
})

test('what is no longer measured stays firing, until its rule is turned off', () => {
  const { see } = given({ minutes: 0 })
  expect(see(90)).toEqual(['firing', 'firing'])
  expect(see('notMeasured')).toEqual(['', 'firing'])
  expect(see(new Map([['', 'noData']]))).toEqual(['', 'firing'])
  expect(see('off')).toEqual(['resolved', 'resolved'])
})

test('a subject that is no longer there is resolved after the time of the rule', () => {
  const { see } = given({ ...alertRule('quota'), minutes: 2 })
  const near = new Map([['a', 95]])
  expect([near, near, near].map(see).at(-1)).toEqual(['firing', 'firing'])
  const empty = new Map<string, number>()
  expect([empty, near, empty, empty, empty].map(see)).toEqual([
    ['', 'firing'],
    ['', 'firing'],
    ['', 'firing'],
    ['', 'firing'],
    ['resolved', 'resolved'],
  ])
})

test('a muted rule sends nothing, and reports afterwards what still fires', () => {
  const { see } = given({ minutes: 0, mutedUntil: 3 * MINUTE })
  expect([90, 90, 90].map(see)).toEqual([
    ['', 'firing'],
    ['', 'firing'],
    ['firing', 'firing'],
  ])
  const other = given({ minutes: 0, mutedUntil: 3 * MINUTE })
  expect([90, 10].map(other.see)).toEqual([
    ['', 'firing'],
    ['', 'resolved'],
  ])
})

test('what was acknowledged before its message needs none, nor one that it is resolved', () => {
  const { see, change } = given({ minutes: 0, mutedUntil: 2 * MINUTE })
  see(90)
  change((alert) => ({ ...alert, acknowledgedBy: 'ada' }))
  expect([90, 90, 10].map(see).map(([messages]) => messages)).toEqual(['', '', ''])
})

test('what has expired and is no longer measured ends with a message that doesn’t call it resolved', () => {
  const { see } = given({ ...alertRule('keyExpiry') })
  const ends = (...entries: [string, number][]) => new Map(entries)
  expect([
    see(ends(['ann', 3], ['bob', 3], ['eve', 3])),
    see(ends(['ann', -6.9], ['bob', -1], ['eve', 2])),
    see(ends(['bob', 300])),
  ]).toEqual([
    ['firing,firing,firing', 'firing,firing,firing'],
    ['', 'firing,firing,firing'],
    // Eve's key was deleted before it expired.
    ['unwatched,resolved,resolved', 'resolved,resolved,resolved'],
  ])
})
