import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Entries per page (spec object-browser-and-tools 9). */
export const LOG_PAGE_SIZE = 100
/** Maximum number of entries that a search pages through and a download contains (spec object-browser-and-tools 9). */
export const LOG_ROW_LIMIT = 1_000_000

/** The fields that entries are filtered by. The first six are those of the specification; `user` is the access key or the user that it belongs to. */
export const LOG_FILTER_FIELDS = [
  'bucket',
  'object',
  'api_name',
  'request_id',
  'user_agent',
  'response_status',
  'remote_host',
  'access_key',
  'error_code',
  'user',
] as const
export type LogFilterField = (typeof LOG_FILTER_FIELDS)[number]

/** A completed request of the storage server, as its audit log records it (spec object-browser-and-tools 3). */
export const logRecord = z.object({
  /** Identifies the entry, and continues a search after it. */
  id: z.string(),
  /** ISO 8601, with microseconds. */
  time: z.string(),
  api_name: z.string(),
  bucket: z.string(),
  object: z.string(),
  remote_host: z.string(),
  request_id: z.string(),
  user_agent: z.string(),
  response_status: z.string(),
  response_status_code: z.number(),
  /** Bytes. */
  request_content_length: z.number(),
  response_content_length: z.number(),
  time_to_response_ns: z.number(),
  /** The caller's access key; '' for an anonymous request. */
  access_key: z.string(),
  /** The user that the access key belongs to; '' if it is the user's own. */
  parent_user: z.string(),
  /** `AccessDenied`; '' without an error, and if the storage server didn't report the code. */
  error_code: z.string(),
})
export type LogRecord = z.infer<typeof logRecord>

const hidden = z.enum(['background', 'console'])

/** The search criteria, also of the download. */
const criteria = {
  /** The only kind of entry. */
  q: z._default(z.literal('reqinfo'), 'reqinfo'),
  /** `field:value`, repeatable; `*` matches any characters, `.` for one, `\` escapes. An entry has to match all. */
  fp: z.optional(z.union([z.string(), z.array(z.string()).check(z.maxLength(50))])),
  /** Entries to leave out: those without an API, which the server makes about its own work, and requests of consoles. */
  hide: z.optional(z.union([hidden, z.array(hidden).check(z.maxLength(2))])),
  /** Only requests that failed (status 400 and above), except those of consoles for settings that nobody has set. */
  errors: z._default(z.stringbool(), false),
  /** Requests with this status, or with any of its class: `403`, `4xx`. */
  status: z.optional(z.string().check(z.regex(/^[1-5](\d\d|xx)$/))),
  order: z._default(z.enum(['timeDesc', 'timeAsc']), 'timeDesc'),
  /** ISO 8601: from `timeStart`, inclusive, to `timeEnd`, exclusive. */
  timeStart: z.optional(z.iso.datetime({ offset: true })),
  timeEnd: z.optional(z.iso.datetime({ offset: true })),
}

export const searchLogs = route('logs.search', 'GET /api/v1/logs/search', {
  summary: 'Returns a page of the audit log of the storage server: its requests, the latest first.',
  query: z.strictObject({
    ...criteria,
    pageSize: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), LOG_PAGE_SIZE),
    pageNo: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(LOG_ROW_LIMIT)), 0),
    /** Id of an entry: continues after it, even if new entries have arrived. */
    after: z.optional(z.string()),
  }),
  response: z.object({ results: z.array(logRecord) }),
  errors: ['NoAuditStore', 'AuditStoreUnavailable'],
})

export const downloadLogs = route('logs.download', 'GET /api/v1/logs/search/csv', {
  summary: 'Sends all entries that a search finds, at most 1,000,000, as a CSV file.',
  query: z.strictObject(criteria),
  bytes: true,
  errors: ['NoAuditStore', 'AuditStoreUnavailable'],
})

export const downloadLogsAsJson = route('logs.downloadJson', 'GET /api/v1/logs/search/json', {
  summary: 'Sends all entries that a search finds, at most 1,000,000, as one JSON object per line.',
  query: z.strictObject(criteria),
  bytes: true,
  errors: ['NoAuditStore', 'AuditStoreUnavailable'],
})

/** Bars of a histogram, and how many entries are counted for each at most. */
export const HISTOGRAM_BARS = 48
export const HISTOGRAM_LIMIT = 2_000

export const getLogHistogram = route('logs.histogram', 'GET /api/v1/logs/search/histogram', {
  summary: 'Counts what a search finds over time, from its start, or the oldest entry, to its end, or now.',
  query: z.strictObject(criteria),
  response: z.object({
    /** ISO 8601; '' without entries. */
    start: z.string(),
    end: z.string(),
    /**
     * Entries in equal parts of the time, up to 2,000 each; `failed` those of them that `errors` finds. Counting ends after
     * two seconds, so the oldest parts may be missing: they are null.
     */
    bars: z.array(z.nullable(z.object({ found: z.number(), failed: z.number() }))),
  }),
  errors: ['NoAuditStore', 'AuditStoreUnavailable'],
})
export type LogHistogram = z.infer<NonNullable<(typeof getLogHistogram)['response']>>

const values = z.array(z.object({ name: z.string(), value: z.string() }))

export const getLogRecord = route('logs.details', 'GET /api/v1/logs/search/:id', {
  summary: 'Returns everything that the audit log records about a request, without credentials.',
  params: z.object({ id: z.string() }),
  response: z.object({
    ...logRecord.shape,
    host: z.string(),
    path: z.string(),
    deployment_id: z.string(),
    /** Why it was recorded: `incoming` for a request, otherwise the part of the server that acted. */
    trigger: z.string(),
    error: z.string(),
    time_to_first_byte_ns: z.number(),
    query: values,
    request_headers: values,
    response_headers: values,
    /** The objects of a request on several objects. */
    objects: z.array(z.string()),
  }),
  errors: ['NoAuditStore', 'AuditStoreUnavailable', 'NoSuchLogRecord'],
})
export type LogRecordDetails = z.infer<typeof getLogRecord.response>

/** The store of the audit log, and whether entries are arriving. */
export const getLogStore = route('logs.store', 'GET /api/v1/logs/store', {
  summary:
    'Returns how the audit log is stored: database, size, age, retention, and the entries received since the console started.',
  response: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    /** ISO 8601; '' without entries. */
    oldest: z.string(),
    latest: z.string(),
    bytes: z.number(),
    days: z.number(),
    maxBytes: z.number(),
    /** Entries since the console started, and the last arrival, ISO 8601, or ''. */
    received: z.number(),
    lastReceivedAt: z.string(),
    /** Why the last entries couldn't be stored. */
    problem: z.enum(['', 'full', 'unavailable']),
    /** The damaged file that was replaced by an empty one; '' if there was none. */
    setAside: z.string(),
  }),
  errors: ['NoAuditStore', 'AuditStoreUnavailable'],
})
export type LogStore = z.infer<typeof getLogStore.response>

export const setUpLogStore = route('logs.setUp', 'POST /api/v1/logs/setup', {
  summary: 'Has the storage server send its audit log to this console.',
  body: z.strictObject({
    /** Origin of this console as the storage server reaches it, with its base path. */
    url: z.string().check(z.maxLength(2_000)),
  }),
  errors: ['NoAuditStore', 'InvalidConfiguration'],
})
