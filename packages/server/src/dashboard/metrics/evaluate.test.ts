import { expect, test } from 'vitest'
import { type Evaluation, evaluate, type StoredSeries } from './evaluate.ts'
import { age, count, divided, either, max, metric, minus, percent, plus, rate, sum } from './expressions.ts'

/** Samples every 15 seconds from second 15. */
function series(labels: Record<string, string>, values: number[]): StoredSeries {
  return { labels, values, times: values.map((_, index) => 15 * (index + 1)) }
}

function over(stored: Record<string, StoredSeries[]>, steps: number[]): Evaluation {
  return { steps, stepSeconds: 15, resolution: 15, select: (name) => stored[name] ?? [] }
}

test('a value is the latest sample, as long as it is fresh', () => {
  const context = over({ m: [series({ server: 'a' }, [1, 2])] }, [0, 15, 29, 30, 90, 91])
  expect(evaluate(metric('m'), context)).toEqual([
    { labels: { server: 'a' }, values: [Number.NaN, 1, 1, 2, 2, Number.NaN] },
  ])
})

test('a rate survives the restart of a counter', () => {
  const context = over({ m: [series({}, [100, 130, 15, 45])] }, [15, 30, 45, 60])
  // 30 in 15 seconds, then a restart after which 15 were counted, then 30.
  const [result] = evaluate(rate('m'), context)
  expect(result?.values).toEqual([Number.NaN, 2, 45 / 30, 75 / 45])
})

test('sums, maxima and counts are by label and ignore what is missing', () => {
  const stored = {
    m: [
      series({ server: 'a', api: 'x' }, [1, 2]),
      series({ server: 'a', api: 'y' }, [3, 4]),
      series({ server: 'b' }, []),
    ],
  }
  const context = over(stored, [30])
  expect(evaluate(sum(['server'], metric('m')), context)).toEqual([
    { labels: { server: 'a' }, values: [6] },
    { labels: { server: 'b' }, values: [Number.NaN] },
  ])
  expect(evaluate(max([], metric('m')), context)).toEqual([{ labels: {}, values: [4] }])
  expect(evaluate(count([], metric('m')), context)).toEqual([{ labels: {}, values: [2] }])
})

test('the older name of a metric counts only where the newer one is missing', () => {
  const stored = { older: [series({}, [7])], newer: [series({}, [8])] }
  expect(evaluate(either(metric('newer'), metric('older')), over(stored, [15]))[0]?.values).toEqual([8])
  expect(evaluate(either(metric('missing'), metric('older')), over(stored, [15]))[0]?.values).toEqual([7])
})

test('a difference and a sum join the series with the same labels, and an age counts from the time of the step', () => {
  const stored = { total: [series({ s: '1' }, [10]), series({ s: '2' }, [10])], free: [series({ s: '1' }, [4])] }
  expect(evaluate(minus(metric('total'), metric('free')), over(stored, [15]))).toEqual([
    { labels: { s: '1' }, values: [6] },
  ])
  expect(evaluate(plus(metric('total'), metric('free')), over(stored, [15]))).toEqual([
    { labels: { s: '1' }, values: [14] },
  ])
  expect(evaluate(age(metric('total')), over(stored, [20]))[0]?.values).toEqual([10])
})

test('a percentage counts a missing part as 0, and nothing of nothing too', () => {
  const stored = {
    part: [series({ b: '1' }, [5]), series({ b: '4' }, [5])],
    whole: [series({ b: '1' }, [20]), series({ b: '2' }, [10]), series({ b: '3' }, [0])],
  }
  expect(evaluate(percent(metric('part'), metric('whole')), over(stored, [15, 200]))).toEqual([
    { labels: { b: '1' }, values: [25, Number.NaN] },
    { labels: { b: '2' }, values: [0, Number.NaN] },
    { labels: { b: '3' }, values: [0, Number.NaN] },
  ])
  expect(evaluate(divided(metric('whole'), 10), over(stored, [15]))[0]?.values).toEqual([2])
})
