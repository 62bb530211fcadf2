/** Alerts about the storage server and the console, evaluated on the samples that the console takes anyway (decision 43). */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { failureText, textSchema } from '../text.ts'
import { ALERT_RULE_IDS, type AlertRuleId } from './rules.ts'

/** How many resolved alerts are kept, and for how long. */
export const MAX_PAST_ALERTS = 1000
export const PAST_ALERT_DAYS = 90
export const MAX_ALERT_THRESHOLD = 1_000_000
export const MAX_ALERT_MINUTES = 24 * 60
export const MAX_ALERT_CHANNELS = 50

const ruleId = z.enum(ALERT_RULE_IDS as [AlertRuleId, ...AlertRuleId[]])
const severity = z.enum(['warning', 'critical'])
const unit = z.enum(['count', 'percent', 'minutes', 'hours', 'days'])
const STORE_ERROR = 'AlertStoreUnavailable'

const entry = z.object({
  id: z.string(),
  rule: ruleId,
  /** A bucket, what expires, or whose key does; '' for rules about the whole server, and where the visitor may not list users. */
  subject: z.string(),
  severity,
  /** The last one that was measured. */
  value: z.number(),
  /** The one that it fired at. */
  threshold: z.number(),
  unit,
  /** What is wrong, as a sentence. */
  text: textSchema,
  /** When it fired, ISO 8601. */
  fired: z.string(),
  /** ISO 8601; '' while it is firing. */
  resolved: z.string(),
  /** The account that acknowledged it; '' for none. */
  acknowledged_by: z.string(),
  /** ISO 8601; '' if it wasn't. */
  acknowledged: z.string(),
  /** Whether its rule is muted. */
  muted: z.boolean(),
})
export type Alert = z.infer<typeof entry>

export const listAlerts = route('alerts.list', 'GET /api/v1/alerts', {
  summary: 'Lists the alerts that are firing. Needs admin:Prometheus, as all calls about alerts do.',
  response: z.object({
    alerts: z.array(entry),
    /** Where the values come from. */
    source: z.enum(['prometheus', 'console', 'none']),
    /** When the rules were last evaluated, ISO 8601; by whichever replica; '' before the first time. */
    checked: z.string(),
  }),
  errors: [STORE_ERROR],
})

export const countAlerts = route('alerts.count', 'GET /api/v1/alerts/count', {
  summary: 'Counts the firing alerts that nobody has acknowledged and whose rules aren’t muted.',
  response: z.object({ firing: z.number() }),
  errors: [STORE_ERROR],
})

export const listPastAlerts = route('alerts.past', 'GET /api/v1/alerts/past', {
  summary: 'Lists the alerts that were resolved, the latest first: at most 1,000 of the last 90 days.',
  response: z.array(entry),
  errors: [STORE_ERROR],
})

/** It stays listed until it is resolved, but no longer counts in the menu. */
export const acknowledgeAlert = route('alerts.acknowledge', 'POST /api/v1/alerts/:id/acknowledge', {
  summary: 'Acknowledges a firing alert. Needs admin:ConfigUpdate, as all changes of alerts do.',
  params: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  errors: ['NoSuchAlert', STORE_ERROR],
})

/**
 * `noData`: the metrics can't be read now. `notMeasured`: the server doesn't have this metric. `off`: the rule is turned off.
 * `waiting`: it hasn't been evaluated since it was turned on.
 */
const ruleState = z.enum(['ok', 'pending', 'firing', 'noData', 'notMeasured', 'off', 'waiting'])

const ruleEntry = z.object({
  id: ruleId,
  name: textSchema,
  severity,
  unit,
  fires: z.enum(['above', 'below']),
  threshold: z.number(),
  minutes: z.number(),
  enabled: z.boolean(),
  default_threshold: z.number(),
  default_minutes: z.number(),
  /** ISO 8601; '' if it isn't muted. */
  muted_until: z.string(),
  state: ruleState,
})
export type AlertRuleEntry = z.infer<typeof ruleEntry>

export const listAlertRules = route('alerts.rules', 'GET /api/v1/alerts/rules', {
  summary: 'Lists the rules of the alerts, with what each found last.',
  response: z.array(ruleEntry),
  errors: [STORE_ERROR],
})

const ofRule = z.strictObject({ rule: ruleId })

export const changeAlertRule = route('alerts.changeRule', 'PUT /api/v1/alerts/rules/:rule', {
  summary: 'Changes when a rule fires, or turns it on or off. The rules are evaluated afterwards.',
  params: ofRule,
  body: z.strictObject({
    threshold: z.number().check(z.minimum(0), z.maximum(MAX_ALERT_THRESHOLD)),
    minutes: z.int().check(z.minimum(0), z.maximum(MAX_ALERT_MINUTES)),
    enabled: z.boolean(),
  }),
  errors: [STORE_ERROR],
})

export const muteAlertRule = route('alerts.mute', 'POST /api/v1/alerts/rules/:rule/mute', {
  summary: 'Mutes a rule until a time: its alerts are listed, but no message is sent when one fires.',
  params: ofRule,
  body: z.strictObject({
    /** '' ends it. */
    until: z.union([z.literal(''), z.iso.datetime({ offset: true })]),
  }),
  errors: [STORE_ERROR],
})

export const downloadAlertRules = route('alerts.prometheus', 'GET /api/v1/alerts/prometheus', {
  summary: 'Downloads the rules about the storage server, as they are set here, as a rules file of Prometheus.',
  bytes: true,
  errors: [STORE_ERROR],
})

export const ALERT_CHANNEL_KINDS = ['webhook', 'slack', 'ntfy', 'gotify', 'email'] as const
export type AlertChannelKind = (typeof ALERT_CHANNEL_KINDS)[number]

const header = z.string().check(z.maxLength(8_192), z.regex(/^[\x20-\x7e]*$/))
const mailAddress = z.string().check(z.maxLength(254), z.regex(/^[^\s@<>,;:"\\]+@[^\s@<>,;:"\\]+$/))

/** A channel is stored sealed, and of its settings only the host is returned. */
const channel = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(ALERT_CHANNEL_KINDS),
  host: z.string(),
  enabled: z.boolean(),
  /** When a message was last delivered, ISO 8601; '' before the first one. */
  last_sent: z.string(),
  /** Why the last message wasn't delivered; '' if it was. */
  problem: z.string(),
  text: failureText,
  /** Messages that wait for another attempt. */
  waiting: z.number(),
})
export type AlertChannel = z.infer<typeof channel>

export const listAlertChannels = route('alerts.channels', 'GET /api/v1/alerts/channels', {
  summary: 'Lists where messages about alerts are sent, with the last problem of each channel.',
  response: z.array(channel),
  errors: [STORE_ERROR],
})

const NAME_LENGTH = 100
/** The settings of a channel. What a kind doesn't have stays ''. */
export const alertChannelSettings = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_LENGTH)),
  kind: z.enum(ALERT_CHANNEL_KINDS),
  /** Of all kinds but email: http or https. For ntfy it ends in the topic. */
  url: z._default(z.string().check(z.maxLength(2_048)), ''),
  /** Of webhooks the Authorization header, unchanged; of ntfy and Gotify the token. */
  token: z._default(header, ''),
  /** Of email: the SMTP server. */
  host: z._default(z.string().check(z.maxLength(255), z.regex(/^[\w.:-]*$/)), ''),
  port: z._default(z.int().check(z.minimum(1), z.maximum(65_535)), 587),
  /** `tls` from the start, `starttls` before anything is sent, or `none`. */
  security: z._default(z.enum(['tls', 'starttls', 'none']), 'starttls'),
  /** '' sends without signing in. */
  user: z._default(z.string().check(z.maxLength(255)), ''),
  password: z._default(z.string().check(z.maxLength(1_024)), ''),
  from: z._default(z.union([z.literal(''), mailAddress]), ''),
  to: z._default(z.array(mailAddress).check(z.maxLength(20)), []),
})
export type AlertChannelSettings = z.infer<typeof alertChannelSettings>

export const createAlertChannel = route('alerts.createChannel', 'POST /api/v1/alerts/channels', {
  summary: 'Adds a channel that gets a message when an alert fires and when it is resolved.',
  body: alertChannelSettings,
  // Whoever has the address of a chat can write to it.
  secrets: ['url'],
  response: z.object({ id: z.string() }),
  status: 201,
  errors: ['TooManyAlertChannels', 'RemoteAddressRefused', STORE_ERROR],
})

const ofChannel = z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(64)) })

export const turnAlertChannel = route('alerts.turnChannel', 'PUT /api/v1/alerts/channels/:id', {
  summary:
    'Turns a channel on or off. When it is turned off, messages that wait are discarded; when it is on again, it is told what fires.',
  params: ofChannel,
  body: z.strictObject({ enabled: z.boolean() }),
  errors: ['NoSuchAlertChannel', STORE_ERROR],
})

export const deleteAlertChannel = route('alerts.deleteChannel', 'DELETE /api/v1/alerts/channels/:id', {
  summary: 'Deletes a channel with its secrets.',
  params: ofChannel,
  errors: ['NoSuchAlertChannel', STORE_ERROR],
})

export const testAlertChannel = route('alerts.testChannel', 'POST /api/v1/alerts/channels/:id/test', {
  audit: 'test',
  summary: 'Sends a test message to a channel.',
  params: ofChannel,
  response: z.object({
    /** Why it wasn't delivered; '' if it was. */
    problem: z.string(),
    text: failureText,
  }),
  errors: ['NoSuchAlertChannel', STORE_ERROR],
})
