import { formatDuration } from '../shared/text/durations.ts'

/** How long ago, in the units of the specification (core-console 9). */
export function formatElapsed(ageMs: number): string {
  return formatDuration(Math.max(0, Math.round(ageMs / 1000)))
}

/** ISO 8601 of a time in epoch seconds; '' for 0, which says that it isn't known. */
export function isoOfSeconds(seconds: number): string {
  return seconds === 0 ? '' : new Date(seconds * 1000).toISOString()
}
