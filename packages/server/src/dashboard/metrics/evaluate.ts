import { sortedEntries } from '@cooperage/wire'
import { type Expression, rateSeconds } from './expressions.ts'

export type Labels = Readonly<Record<string, string>>

/** The stored samples of a series, in the order of their times. */
export interface StoredSeries {
  labels: Labels
  /** Seconds since the epoch. */
  times: readonly number[]
  values: readonly number[]
  /** Time of the scrape before the first sample, if it succeeded without this series: counters start at 0. */
  bornAt?: number | undefined
}

/** Values at the steps of a range; NaN where there is none. */
interface SteppedSeries {
  labels: Labels
  values: readonly number[]
}

export interface Evaluation {
  /** The steps, in seconds since the epoch. */
  steps: readonly number[]
  stepSeconds: number
  /** Seconds between two samples. */
  resolution: number
  select: (name: string) => readonly StoredSeries[]
}

/** Maximum age of a sample that counts as the current value: long enough for two missed scrapes, too short to hide an outage. */
export function lookbackSeconds(resolution: number): number {
  return Math.max(60, 2 * resolution)
}

/** The window holds at least three samples. */
export function windowSeconds(stepSeconds: number, resolution: number): number {
  return Math.max(rateSeconds(stepSeconds), 3 * resolution)
}

/** Computes an expression as Prometheus does, without extrapolating rates to the ends of their window. */
export function evaluate(expression: Expression, context: Evaluation): SteppedSeries[] {
  const { steps, select } = context
  switch (expression.op) {
    case 'metric':
      return select(expression.name).map((series) => latest(series, context))
    case 'rate':
      return select(expression.of.name).map((series) => rateOf(series, context))
    case 'sum':
    case 'max':
    case 'count':
      return grouped(expression.op, expression.by, evaluate(expression.of, context))
    case 'either': {
      const first = evaluate(expression.first, context)
      const isMissing = first.every(({ values }) => values.every(Number.isNaN))
      return isMissing ? evaluate(expression.second, context) : first
    }
    case 'minus':
    case 'plus': {
      const sign = expression.op === 'plus' ? 1 : -1
      const right = new Map(evaluate(expression.right, context).map((series) => [keyOf(series.labels), series.values]))
      return evaluate(expression.left, context).flatMap(({ labels, values }) => {
        const other = right.get(keyOf(labels))
        return other
          ? [{ labels, values: values.map((value, step) => value + sign * (other[step] ?? Number.NaN)) }]
          : []
      })
    }
    case 'age':
      return evaluate(expression.of, context).map(({ labels, values }) => ({
        labels,
        values: values.map((value, step) => (steps[step] ?? Number.NaN) - value),
      }))
    case 'percent': {
      const parts = new Map(evaluate(expression.part, context).map(({ labels, values }) => [keyOf(labels), values]))
      return evaluate(expression.whole, context).map(({ labels, values }) => {
        const part = parts.get(keyOf(labels))
        return { labels, values: values.map((whole, step) => percentage(orZero(part?.[step]), whole)) }
      })
    }
    case 'divided':
      return evaluate(expression.of, context).map(({ labels, values }) => ({
        labels,
        values: values.map((value) => value / expression.by),
      }))
  }
}

function orZero(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value
}

/** Nothing of nothing is 0: an idle server has no errors. */
function percentage(part: number, whole: number): number {
  return part === 0 && whole === 0 ? 0 : (100 * part) / whole
}

/** The last sample at or before each step. */
function latest({ labels, times, values }: StoredSeries, { steps, resolution }: Evaluation): SteppedSeries {
  const lookback = lookbackSeconds(resolution)
  let next = 0
  return {
    labels,
    values: steps.map((step) => {
      while ((times[next] ?? Number.POSITIVE_INFINITY) <= step) next++
      const age = step - (times[next - 1] ?? Number.NEGATIVE_INFINITY)
      return age <= lookback ? (values[next - 1] ?? Number.NaN) : Number.NaN
    }),
  }
}

/** Increase per second between the first and the last sample of the window before each step. */
function rateOf(series: StoredSeries, { steps, stepSeconds, resolution }: Evaluation): SteppedSeries {
  const { labels, bornAt } = series
  const times = bornAt === undefined ? series.times : [bornAt, ...series.times]
  const increases = runningIncrease(bornAt === undefined ? series.values : [0, ...series.values])
  const window = windowSeconds(stepSeconds, resolution)
  let first = 0
  let next = 0
  return {
    labels,
    values: steps.map((step) => {
      while ((times[next] ?? Number.POSITIVE_INFINITY) <= step) next++
      while ((times[first] ?? Number.POSITIVE_INFINITY) < step - window) first++
      const last = next - 1
      if (last <= first) return Number.NaN
      const seconds = (times[last] ?? 0) - (times[first] ?? 0)
      return ((increases[last] ?? 0) - (increases[first] ?? 0)) / seconds
    }),
  }
}

/** A counter without its resets: a value below the one before it counts from zero. */
function runningIncrease(values: readonly number[]): number[] {
  let total = 0
  let before: number | undefined
  return values.map((value) => {
    if (before !== undefined) total += value < before ? value : value - before
    before = value
    return total
  })
}

const COMBINE: Record<'sum' | 'max' | 'count', (total: number, value: number) => number> = {
  sum: (total, value) => (Number.isNaN(total) ? value : total + value),
  max: (total, value) => (Number.isNaN(total) ? value : Math.max(total, value)),
  count: (total) => (Number.isNaN(total) ? 1 : total + 1),
}

function grouped(op: 'sum' | 'max' | 'count', by: readonly string[], all: readonly SteppedSeries[]): SteppedSeries[] {
  const groups = new Map<string, { labels: Labels; values: number[] }>()
  for (const { labels, values } of all) {
    const kept = Object.fromEntries(by.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])))
    const key = keyOf(kept)
    const group = groups.get(key) ?? { labels: kept, values: values.map(() => Number.NaN) }
    groups.set(key, group)
    for (const [step, value] of values.entries()) {
      if (!Number.isNaN(value)) group.values[step] = COMBINE[op](group.values[step] ?? Number.NaN, value)
    }
  }
  return [...groups.values()]
}

function keyOf(labels: Labels): string {
  return JSON.stringify(sortedEntries(labels))
}
