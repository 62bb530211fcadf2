import type { Bounds } from '../../shared/charts/time-range.ts'

/** The time in which a sample became what it is: since the one before it, or since the start of the range. In seconds. */
export function rangeOfSample(times: readonly number[], time: number, { start }: Pick<Bounds, 'start'>): Bounds {
  return { start: times.findLast((one) => one < time) ?? Math.min(start, time), end: time }
}
