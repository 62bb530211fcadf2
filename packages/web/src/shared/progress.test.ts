import { expect, test } from 'vitest'
import { progressTo, Rate } from './progress.ts'

test('progress is known with a total, and the time left with a rate', () => {
  expect(progressTo(200, 50, 10)).toEqual({ percent: 25, total: 200, secondsLeft: 15 })
  expect(progressTo(200, 50, 0)).toEqual({ percent: 25, total: 200, secondsLeft: undefined })
  expect(progressTo(0, 50, 10)).toBeUndefined()
})

test('nothing is left at the end, nor beyond it', () => {
  for (const settled of [200, 300]) {
    expect(progressTo(200, settled, 10)).toEqual({ percent: 100, total: 200, secondsLeft: undefined })
  }
})

test('less than everything is never 100 percent', () => {
  expect(progressTo(1000, 999, 0)?.percent).toBe(99)
})

/** The rate after these counts, one every second. */
function rateAfter(...counts: number[]): number {
  const rate = new Rate()
  for (const [second, count] of counts.entries()) rate.add(count, second * 1000)
  return rate.perSecond()
}

test('the rate is that of the last half minute', () => {
  expect(rateAfter(0)).toBe(0)
  expect(rateAfter(100, 110, 120)).toBe(10)
  const slower = Array.from({ length: 60 }, (_, second) => (second < 20 ? second * 100 : 2000 + second))
  expect(rateAfter(...slower)).toBe(1)
})

test('a count that begins again has a new rate', () => {
  expect(rateAfter(100, 200, 0, 5, 10)).toBe(5)
})

test('the rate of counts that come at once is that of their time', () => {
  const rate = new Rate()
  for (let time = 0; time <= 2000; time += 10) rate.add(time, time)
  expect(rate.perSecond()).toBe(1000)
})
