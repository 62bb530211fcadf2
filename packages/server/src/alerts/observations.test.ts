import { expect, test } from 'vitest'
import { ALERT_MEASURES, type LatestValue, type MeasuredRule } from '../dashboard/index.ts'
import { observationsOf, WATCHED } from './observations.ts'

const one = (value: number, bucket?: string): LatestValue => ({ labels: bucket === undefined ? {} : { bucket }, value })
type Values = Partial<Record<MeasuredRule, LatestValue[] | undefined>>
/** The values of the measures in the order in which they are asked for; none of those that are left out. */
const valuesOf = (values: Values, proofs: MeasuredRule[]) =>
  WATCHED.map(({ expression }) => {
    const rules = Object.keys(ALERT_MEASURES) as MeasuredRule[]
    if (rules.some((id) => ALERT_MEASURES[id].provedBy === expression && proofs.includes(id))) return [one(1, 'a')]
    const rule = rules.find((id) => ALERT_MEASURES[id].expression === expression)
    return rule !== undefined && rule in values ? values[rule] : []
  })
const observe = (values: Values | undefined, proofs: MeasuredRule[] = []) => {
  const { isAlive, observations } = observationsOf(values && valuesOf(values, proofs))
  return { isAlive, ...Object.fromEntries(observations) }
}

test('each rule has the largest value of each subject', () => {
  expect(
    observe({ driveOffline: [one(1), one(2)], capacity: [one(80)], quota: [one(91, 'a'), one(92, 'b')] }),
  ).toMatchObject({
    isAlive: true,
    driveOffline: new Map([['', 2]]),
    quota: new Map([
      ['a', 91],
      ['b', 92],
    ]),
    damagedObjects: 'notMeasured',
  })
})

test('nothing is known while the storage server doesn’t respond, whatever was read from it before', () => {
  const nothing = { isAlive: false, driveOffline: 'noData', quota: 'noData', requestErrors: 'noData' }
  expect(observe(undefined)).toMatchObject(nothing)
  // Rates are known for minutes after the last scrape, and the metrics of buckets too.
  expect(observe({ quota: [one(91, 'a')], requestErrors: [one(2)] })).toMatchObject(nothing)
})

test('buckets whose metrics can’t be read are not known', () => {
  expect(observe({ capacity: [one(80)], quota: undefined })).toMatchObject({ isAlive: true, quota: 'noData' })
})

test('a rule about buckets without values is only fine if the server measures it', () => {
  const alive = { capacity: [one(80)] }
  expect(observe(alive)).toMatchObject({ quota: 'notMeasured', replication: 'notMeasured' })
  expect(observe(alive, ['quota'])).toMatchObject({ quota: new Map(), replication: 'notMeasured' })
  expect(observe(alive, ['replication'])).toMatchObject({ quota: 'notMeasured', replication: new Map() })
})
