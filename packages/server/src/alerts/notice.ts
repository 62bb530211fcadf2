/** What a channel is told about an alert. */
import { alertName, alertRule, alertSentence } from '@cooperage/contract'
import * as z from 'zod/mini'
import type { AlertRecord } from './alert-state.ts'

/** The document that webhooks get; `docs/guide/monitoring.md` describes it. Other kinds of channels get `title` and `text`. */
export const noticeSchema = z.object({
  version: z.literal(1),
  event: z.enum(['firing', 'resolved', 'test']),
  /** The same for the message that it fires and the one that it is resolved. */
  id: z.string(),
  rule: z.string(),
  severity: z.enum(['warning', 'critical']),
  /** A bucket, or what expires; '' for rules about the whole server. */
  subject: z.string(),
  value: z.number(),
  threshold: z.number(),
  unit: z.string(),
  title: z.string(),
  text: z.string(),
  /** ISO 8601. */
  fired: z.string(),
  /** ISO 8601; '' while it is firing. */
  resolved: z.string(),
  /** The storage server: its name in COOPERAGE_SERVERS, or its address. */
  server: z.string(),
})
export type Notice = z.infer<typeof noticeSchema>

const iso = (time: number) => (time === 0 ? '' : new Date(time).toISOString())

/** Messages are in English: nobody knows who reads them. */
export function noticeOf(event: 'firing' | 'resolved', alert: AlertRecord, server: string): Notice {
  const { id, rule, subject, value, threshold, firedAt, resolvedAt } = alert
  const { severity, unit } = alertRule(rule)
  const name = alertName(rule).text
  return {
    version: 1,
    event,
    id,
    rule,
    severity,
    subject,
    value,
    threshold,
    unit,
    title: event === 'resolved' ? `${server}: resolved: ${name}` : `${server}: ${severity}: ${name}`,
    text: alertSentence(rule, subject, value).text,
    fired: iso(firedAt),
    resolved: iso(resolvedAt),
    server,
  }
}

export function testNotice(server: string, now: number): Notice {
  return {
    version: 1,
    event: 'test',
    id: 'test',
    rule: 'test',
    severity: 'warning',
    subject: '',
    value: 0,
    threshold: 0,
    unit: 'count',
    title: `${server}: test`,
    text: 'This is a test message from Cooperage.',
    fired: iso(now),
    resolved: '',
    server,
  }
}
