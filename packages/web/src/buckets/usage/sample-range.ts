import type { Bounds } from '../../shared/charts/time-range.ts'

/** A single sample is about a day: that is how often servers count. */
const ALONE = 86_400

/**
 * The time in which each sample became what it is, by its own time: since the one before it; for the first one, as long as to the
 * next. In seconds, in order.
 */
export function rangesOfSamples(times: readonly number[]): ReadonlyMap<number, Bounds> {
  return new Map(
    times.map((time, at) => {
      const next = times[at + 1] ?? time + ALONE
      return [time, { start: times[at - 1] ?? time - (next - time), end: time }]
    }),
  )
}
