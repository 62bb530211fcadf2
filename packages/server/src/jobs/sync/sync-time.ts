import type { SyncSchedule } from '@cooperage/contract'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

/** When a new or resumed sync starts: now, or at its time of day. Milliseconds since the epoch. */
export function firstTime(schedule: SyncSchedule, now: number): number {
  return schedule.every === 'day' ? nextTime(schedule, 0, now) : now
}

/**
 * The same time, or one by the present clock if that shows an earlier time than when this one was set: a time that is more than
 * one interval away would keep the sync from starting.
 */
export function corrected(nextAt: number, schedule: SyncSchedule, begin: number, now: number): number {
  const interval = { once: 0, hour: HOUR_MS, day: DAY_MS }[schedule.every]
  return nextAt - now > interval ? nextTime(schedule, begin, now) || now : nextAt
}

/** When a sync that starts now starts again, 0 for never. Hours are counted from `begin`, so that not all syncs start together. */
export function nextTime(schedule: SyncSchedule, begin: number, now: number): number {
  if (schedule.every === 'once') return 0
  if (schedule.every === 'hour') return begin + (Math.floor((now - begin) / HOUR_MS) + 1) * HOUR_MS
  const [hours = 0, minutes = 0] = schedule.at.split(':').map(Number)
  const today = Math.floor(now / DAY_MS) * DAY_MS + hours * HOUR_MS + minutes * 60_000
  return today > now ? today : today + DAY_MS
}
