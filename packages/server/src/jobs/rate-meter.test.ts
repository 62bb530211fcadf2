import { expect, test } from 'vitest'
import { RateMeter } from './rate-meter.ts'

test('counts per second over the last ten seconds', () => {
  let now = 0
  const meter = new RateMeter(() => now)
  expect(meter.perSecond()).toBe(0)
  for (now = 0; now < 20_000; now += 50) meter.add(now < 10_000 ? 100 : 5)
  // Five objects every 50 ms.
  expect(meter.perSecond()).toBeGreaterThan(95)
  expect(meter.perSecond()).toBeLessThan(105)
  now += 9_000
  expect(meter.perSecond()).toBeLessThan(15)
  now += 2_000
  expect(meter.perSecond()).toBe(0)
})

test('is exact for what takes seconds', () => {
  let now = 0
  const meter = new RateMeter(() => now)
  for (; now < 20_000; now += 4000) meter.add(1)
  now = 19_000
  // Those of the seconds 12 and 16.
  expect(meter.perSecond()).toBe(0.2)
})

test('counts the first second as a whole one', () => {
  let now = 0
  const meter = new RateMeter(() => now)
  now = 10
  meter.add(7)
  expect(meter.perSecond()).toBe(7)
})
