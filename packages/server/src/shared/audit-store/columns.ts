import type { AuditEntry, NewAuditEntry } from './audit-store.ts'

/** The table's columns, in the order of the values of {@link valuesOf}. Both databases have the same. */
export const COLUMNS = {
  time_us: 'bigint',
  id: 'bigint',
  api_name: 'text',
  bucket: 'text',
  object: 'text',
  remote_host: 'text',
  request_id: 'text',
  user_agent: 'text',
  access_key: 'text',
  parent_user: 'text',
  response_status: 'text',
  response_status_code: 'integer',
  request_content_length: 'bigint',
  response_content_length: 'bigint',
  time_to_response_ns: 'bigint',
  details: 'text',
  /** After the others: it was added to tables that had entries. */
  error_code: 'text',
} as const
type Column = keyof typeof COLUMNS

export const COLUMN_NAMES = Object.keys(COLUMNS) as Column[]
/** What a search returns: the details of an entry are read when it is opened. */
export const LISTED_COLUMNS = COLUMN_NAMES.filter((name) => name !== 'details').join(', ')

/**
 * Each is an index that continues with the time, so that entries with one value are found in their order. So is what a user did in a
 * bucket: both may have many entries and few in common, which would all be read.
 */
export const INDEXES: readonly (readonly Column[])[] = [
  ['bucket'],
  ['object'],
  ['api_name'],
  ['request_id'],
  ['user_agent'],
  ['response_status'],
  ['remote_host'],
  ['access_key'],
  ['parent_user'],
  ['error_code'],
  ['response_status_code'],
  ['bucket', 'access_key'],
  ['bucket', 'parent_user'],
]

/**
 * Failed requests are few among many, and what people look for: their own index has all that is usually combined with it, so that
 * no entry is read that isn't found. Searches have to spell its condition like this.
 */
export const FAILED = 'response_status_code >= 400'
export const FAILED_COLUMNS: readonly (keyof typeof COLUMNS)[] = [
  'time_us',
  'id',
  'response_status_code',
  'error_code',
  'bucket',
  'api_name',
  'access_key',
  'parent_user',
  'user_agent',
]

/** All indexes: the end of their names, and what each has. */
export const INDEX_DEFINITIONS: ReadonlyMap<string, string> = new Map([
  ...INDEXES.map((names) => [names.join('_'), `(${names.join(', ')}, time_us, id)`] as const),
  ['failed', `(${FAILED_COLUMNS.join(', ')}) WHERE ${FAILED}`],
])

export function valuesOf(entry: NewAuditEntry): (string | number)[] {
  return [
    entry.time,
    entry.id,
    entry.apiName,
    entry.bucket,
    entry.object,
    entry.remoteHost,
    entry.requestId,
    entry.userAgent,
    entry.accessKey,
    entry.parentUser,
    entry.responseStatus,
    entry.responseStatusCode,
    entry.requestContentLength,
    entry.responseContentLength,
    entry.timeToResponseNs,
    entry.details,
    entry.errorCode,
  ]
}

/** PostgreSQL sends bigint as text. */
export type Row = Record<string, unknown>

export function entryOf(row: Row): AuditEntry {
  return {
    time: Number(row.time_us),
    id: Number(row.id),
    apiName: String(row.api_name),
    bucket: String(row.bucket),
    object: String(row.object),
    remoteHost: String(row.remote_host),
    requestId: String(row.request_id),
    userAgent: String(row.user_agent),
    accessKey: String(row.access_key),
    parentUser: String(row.parent_user),
    responseStatus: String(row.response_status),
    responseStatusCode: Number(row.response_status_code),
    requestContentLength: Number(row.request_content_length),
    responseContentLength: Number(row.response_content_length),
    timeToResponseNs: Number(row.time_to_response_ns),
    errorCode: String(row.error_code),
  }
}
