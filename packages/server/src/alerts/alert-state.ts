/** What becomes of the alerts of a rule when it is evaluated. Pure: times are passed in, in milliseconds since the epoch. */
import type { AlertRule, AlertRuleId } from '@cooperage/contract'

/** An alert, from when its condition holds. It exists once for each subject while it isn't resolved. */
export interface AlertRecord {
  id: string
  rule: AlertRuleId
  /** A bucket, what expires, or whose key does; '' for rules about the whole server. */
  subject: string
  /** `pending`: the condition holds, but not for long enough yet. */
  state: 'pending' | 'firing' | 'resolved'
  value: number
  /** The threshold that it fired at. */
  threshold: number
  /** Since when the condition holds. */
  since: number
  /** 0 while it is pending. */
  firedAt: number
  /** Since when the condition no longer holds; 0 while it does. */
  clearSince: number
  /** 0 until then. */
  resolvedAt: number
  /** The account; '' for none. */
  acknowledgedBy: string
  acknowledgedAt: number
  /** Whether messages say that it fires. */
  isReported: boolean
}

/** A rule as the administrator has set it. */
export interface RuleSettings extends AlertRule {
  enabled: boolean
  /** 0 if it isn't muted. */
  mutedUntil: number
}

/** What was found of a rule: the value of each subject, or why there is none, for one subject or for all. */
export type Observation = ReadonlyMap<string, number | 'noData'> | 'noData' | 'notMeasured' | 'off'

/** What messages are about. `unwatched`: an alert ends because what it was about is no longer measured, and nothing was resolved. */
export const ALERT_EVENTS = ['firing', 'resolved', 'unwatched'] as const
export type AlertEvent = (typeof ALERT_EVENTS)[number]

export interface Message {
  event: AlertEvent
  alert: AlertRecord
}

export interface Advanced {
  /** All alerts of the rule that are still there, with those that were just resolved. */
  alerts: AlertRecord[]
  /** Ids of the pending ones whose condition ended. */
  gone: string[]
  messages: Message[]
}

/**
 * ok → pending → firing → resolved. The condition must hold for the minutes of the rule before it fires, and be over for as long
 * before it is resolved, so that a value around the threshold sends no message each minute. Without a value a firing alert stays as
 * it is, also if the server stops measuring it: only its rule being turned off ends it. A message is sent once: `isReported` is
 * stored with the alert. While a rule is muted nothing new is reported, and afterwards only what is still firing; that something
 * reported is resolved is sent at any time, in its own words if it has expired and is only no longer measured.
 */
export function advance(
  open: readonly AlertRecord[],
  rule: RuleSettings,
  seen: Observation,
  { now, newId }: { now: number; newId: () => string },
): Advanced {
  const result: Advanced = { alerts: [], gone: [], messages: [] }
  const isMuted = rule.mutedUntil > now
  const holdMs = rule.minutes * 60_000
  const keep = (alert: AlertRecord) => {
    const isDue = alert.state === 'firing' && !alert.isReported && alert.acknowledgedBy === '' && !isMuted
    const kept = isDue ? { ...alert, isReported: true } : alert
    result.alerts.push(kept)
    if (isDue) result.messages.push({ event: 'firing', alert: kept })
    // Also while the rule is muted: who was told that it fires waits for its end.
    if (alert.state === 'resolved' && alert.isReported)
      result.messages.push({ event: isUnwatched(alert) ? 'unwatched' : 'resolved', alert: kept })
  }
  // What has expired stays so: that it's no longer measured means that it's old or gone.
  const isUnwatched = ({ subject, value }: AlertRecord) => value < 0 && typeof seen !== 'string' && !seen.has(subject)
  const exceeds = (value: number) => (rule.fires === 'above' ? value > rule.threshold : value < rule.threshold)

  for (const alert of open) {
    const isPending = alert.state === 'pending'
    const found = typeof seen === 'string' ? seen : seen.get(alert.subject)
    if (found === 'noData' || found === 'notMeasured') {
      // Nobody knows whether the condition has held in the meantime.
      if (isPending) result.gone.push(alert.id)
      else keep({ ...alert, clearSince: 0 })
      continue
    }
    const value = found === 'off' ? undefined : found
    if (value !== undefined && exceeds(value)) {
      const fires = isPending && now - alert.since >= holdMs
      const fired = fires ? { state: 'firing' as const, firedAt: now } : {}
      keep({ ...alert, ...fired, value, threshold: rule.threshold, clearSince: 0 })
    } else if (isPending) {
      result.gone.push(alert.id)
    } else {
      const clearSince = alert.clearSince === 0 ? now : alert.clearSince
      const isOver = found === 'off' || now - clearSince >= holdMs
      const resolved = isOver ? { state: 'resolved' as const, resolvedAt: now } : {}
      keep({ ...alert, ...resolved, value: value ?? alert.value, clearSince })
    }
  }
  if (typeof seen === 'string') return result
  const known = new Set(open.map(({ subject }) => subject))
  for (const [subject, value] of seen) {
    if (known.has(subject) || value === 'noData' || !exceeds(value)) continue
    const isFiring = holdMs === 0
    keep({
      id: newId(),
      rule: rule.id,
      subject,
      state: isFiring ? 'firing' : 'pending',
      value,
      threshold: rule.threshold,
      since: now,
      firedAt: isFiring ? now : 0,
      clearSince: 0,
      resolvedAt: 0,
      acknowledgedBy: '',
      acknowledgedAt: 0,
      isReported: false,
    })
  }
  return result
}
