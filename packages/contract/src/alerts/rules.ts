/** The rules of the alerts, and what is said about them. */
import type * as z from 'zod/mini'
import { type textSchema, textsOf } from '../text.ts'

/** `percent` of a whole; `count` of things; the others are spans of time. */
export type AlertUnit = 'count' | 'percent' | 'minutes' | 'hours' | 'days'
export type AlertSeverity = 'warning' | 'critical'

interface AlertRuleDefinition {
  id: string
  unit: AlertUnit
  /** On which side of the threshold it fires. */
  fires: 'above' | 'below'
  threshold: number
  /** How long the condition must hold before the alert fires, and how long it must be over before it is resolved. */
  minutes: number
  severity: AlertSeverity
}

/** All rules with their defaults, in the order in which they are listed. */
export const ALERT_RULES = [
  { id: 'driveOffline', unit: 'count', fires: 'above', threshold: 0, minutes: 2, severity: 'critical' },
  { id: 'serverOffline', unit: 'count', fires: 'above', threshold: 0, minutes: 2, severity: 'critical' },
  { id: 'damagedObjects', unit: 'count', fires: 'above', threshold: 0, minutes: 0, severity: 'critical' },
  { id: 'capacity', unit: 'percent', fires: 'above', threshold: 80, minutes: 10, severity: 'warning' },
  { id: 'quota', unit: 'percent', fires: 'above', threshold: 90, minutes: 10, severity: 'warning' },
  { id: 'requestErrors', unit: 'percent', fires: 'above', threshold: 5, minutes: 5, severity: 'warning' },
  { id: 'keyServer', unit: 'percent', fires: 'above', threshold: 5, minutes: 2, severity: 'critical' },
  { id: 'replication', unit: 'count', fires: 'above', threshold: 0, minutes: 10, severity: 'warning' },
  { id: 'scanner', unit: 'hours', fires: 'above', threshold: 24, minutes: 10, severity: 'warning' },
  { id: 'expiry', unit: 'days', fires: 'below', threshold: 14, minutes: 0, severity: 'warning' },
  { id: 'keyExpiry', unit: 'days', fires: 'below', threshold: 14, minutes: 0, severity: 'warning' },
  { id: 'noMetrics', unit: 'minutes', fires: 'above', threshold: 5, minutes: 0, severity: 'critical' },
  { id: 'consoleErrors', unit: 'percent', fires: 'above', threshold: 5, minutes: 5, severity: 'warning' },
] as const satisfies readonly AlertRuleDefinition[]

export type AlertRuleId = (typeof ALERT_RULES)[number]['id']
export type AlertRule = AlertRuleDefinition & { id: AlertRuleId }

export const ALERT_RULE_IDS: readonly AlertRuleId[] = ALERT_RULES.map(({ id }) => id)

export function alertRule(id: AlertRuleId): AlertRule {
  const rule = ALERT_RULES.find((one) => one.id === id)
  if (rule === undefined) throw new Error(`There is no alert rule ${id}`)
  return rule
}

/** What can expire, as the subject of an alert of the rule `expiry`. */
export const EXPIRING = ['consoleCertificate', 'storageCertificate', 'license', 'metricsToken'] as const
export type Expiring = (typeof EXPIRING)[number]

/** The name of each rule, and what an alert says. No sentence depends on whether the value is one: languages differ there. */
export const ALERT_TEXTS = {
  driveOffline: 'Drive offline',
  driveOfflineNow: 'Drives offline: {{value}}.',
  serverOffline: 'Server offline',
  serverOfflineNow: 'Servers offline: {{value}}.',
  damagedObjects: 'Damaged objects',
  damagedObjectsNow: 'Damaged objects: {{value}}.',
  capacity: 'Capacity',
  capacityNow: 'Used capacity: {{value}}%.',
  quota: 'Bucket quota',
  quotaNow: 'Used quota of bucket {{subject}}: {{value}}%.',
  requestErrors: 'Failing requests',
  requestErrorsNow: 'Requests that the storage server fails to answer: {{value}}%.',
  keyServer: 'Key server failing',
  keyServerNow:
    'Requests to the server of the encryption keys that fail: {{value}}%. Encrypted objects can’t be read or written then. See Key management.',
  replication: 'Replication failing',
  replicationNow: 'Objects of bucket {{subject}} that couldn’t be replicated in the last hour: {{value}}.',
  scanner: 'Scanner inactive',
  scannerNow: 'Hours since the last activity of the scanner: {{value}}.',
  expiry: 'About to expire',
  expiryNow: '{{subject}} expires soon. Days left: {{value}}.',
  expiryPast: '{{subject}} has expired. Days since then: {{value}}.',
  keyExpiry: 'Expiring access keys',
  keyExpiryNow:
    'An access key of {{subject}} expires soon. Days left: {{value}}. Find it under Access keys and replace it.',
  keyExpiryPast:
    'An access key of {{subject}} has expired. Days since then: {{value}}. Find it under Access keys and replace or delete it.',
  someAccount: 'an account',
  noMetrics: 'No metrics',
  noMetricsNow: 'Minutes without metrics of the storage server: {{value}}.',
  consoleErrors: 'Console errors',
  consoleErrorsNow: 'Responses of the console that are server errors: {{value}}%.',
  consoleCertificate: 'Certificate of the console',
  storageCertificate: 'Certificate of the storage server',
  license: 'License',
  metricsToken: 'Token for metrics',
} as const

type AlertText = z.infer<typeof textSchema>

const text = textsOf('alert', ALERT_TEXTS)

export function alertName(rule: AlertRuleId): AlertText {
  return text(rule) as AlertText
}

/**
 * What is wrong, as a sentence. `subject`: a bucket, what expires, or whose key does; '' for rules about the whole server, and for
 * an account that isn't named.
 */
export function alertSentence(rule: AlertRuleId, subject: string, value: number): AlertText {
  const isPast = value < 0 && (rule === 'expiry' || rule === 'keyExpiry')
  return text(isPast ? `${rule}Past` : `${rule}Now`, {
    // A percentage has a decimal, and nothing else does.
    value: alertRule(rule).unit === 'percent' ? Math.round(value * 10) / 10 : Math.floor(Math.abs(value)),
    subject: nameOf(rule, subject),
    // What is inserted has the depth of a response.
  }) as AlertText
}

function nameOf(rule: AlertRuleId, subject: string): string | AlertText {
  if (rule === 'keyExpiry' && subject === '') return text('someAccount') as AlertText
  const isKnown = rule === 'expiry' && (EXPIRING as readonly string[]).includes(subject)
  return isKnown ? (text(subject as Expiring) as AlertText) : subject
}
