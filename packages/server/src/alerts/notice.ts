/** What a channel is told about alerts. */
import { alertName, alertRule, alertSentence } from '@cooperage/contract'
import * as z from 'zod/mini'
import type { AlertEvent, AlertRecord } from './alert-state.ts'

/** How many alerts a message lists; of more it has the number. */
export const MAX_LISTED = 100
/** How many its text has as sentences: for people. */
const MAX_SENTENCES = 20

/** The document that webhooks get; `docs/guide/monitoring.md` describes it. Other kinds of channels get `title` and `text`. */
export const noticeSchema = z.object({
  version: z.literal(1),
  event: z.enum(['firing', 'resolved', 'test']),
  rule: z.string(),
  severity: z.enum(['warning', 'critical']),
  unit: z.string(),
  title: z.string(),
  /** A line for each alert, after one that says why they end if nothing was resolved. */
  text: z.string(),
  /** The storage server: its name in COOPERAGE_SERVERS, or its address. */
  server: z.string(),
  /** How many alerts of the rule this is about. */
  count: z.number(),
  alerts: z.array(
    z.object({
      /** The same in the message that it fires and the one that it is resolved. */
      id: z.string(),
      /** A bucket, what expires, or whose key does; '' for rules about the whole server. */
      subject: z.string(),
      value: z.number(),
      threshold: z.number(),
      /** ISO 8601. */
      fired: z.string(),
      /** ISO 8601; '' while it is firing. */
      resolved: z.string(),
    }),
  ),
})
export type Notice = z.infer<typeof noticeSchema>

const iso = (time: number) => (time === 0 ? '' : new Date(time).toISOString())

/** About alerts of one rule: a hundred buckets that reach their quotas are one message. In English: nobody knows who reads it. */
export function noticeOf(event: AlertEvent, alerts: readonly [AlertRecord, ...AlertRecord[]], server: string): Notice {
  const [{ rule }] = alerts
  const { severity, unit } = alertRule(rule)
  const count = alerts.length
  const name = count === 1 ? alertName(rule).text : `${alertName(rule).text} (${count})`
  const sentences = alerts.slice(0, MAX_SENTENCES).map(({ subject, value }) => alertSentence(rule, subject, value).text)
  if (event === 'unwatched') sentences.unshift('No longer watched, because it was removed or expired too long ago:')
  if (count > MAX_SENTENCES) sentences.push(`and ${count - MAX_SENTENCES} more`)
  return {
    version: 1,
    // Programs close an alert with what they know.
    event: event === 'unwatched' ? 'resolved' : event,
    rule,
    severity,
    unit,
    title: `${server}: ${{ firing: severity, resolved: 'resolved', unwatched: 'no longer watched' }[event]}: ${name}`,
    text: sentences.join('\n'),
    server,
    count,
    alerts: alerts.slice(0, MAX_LISTED).map(({ id, subject, value, threshold, firedAt, resolvedAt }) => ({
      id,
      subject,
      value,
      threshold,
      fired: iso(firedAt),
      resolved: iso(resolvedAt),
    })),
  }
}

export function testNotice(server: string): Notice {
  return {
    version: 1,
    event: 'test',
    rule: 'test',
    severity: 'warning',
    unit: 'count',
    title: `${server}: test`,
    text: 'This is a test message from Cooperage.',
    server,
    count: 0,
    alerts: [],
  }
}
