import type { LogRecord } from '@cooperage/contract'
import type { AuditEntry, AuditPlace } from '../shared/audit-store/audit-store.ts'

/** The entry as the API names its fields (spec object-browser-and-tools 3). */
export function toRecord(entry: AuditEntry): LogRecord {
  return {
    id: `${entry.time}-${entry.id}`,
    time: isoTime(entry.time),
    api_name: entry.apiName,
    bucket: entry.bucket,
    object: entry.object,
    remote_host: entry.remoteHost,
    request_id: entry.requestId,
    error_code: entry.errorCode,
    user_agent: entry.userAgent,
    response_status: entry.responseStatus,
    response_status_code: entry.responseStatusCode,
    request_content_length: entry.requestContentLength,
    response_content_length: entry.responseContentLength,
    time_to_response_ns: entry.timeToResponseNs,
    access_key: entry.accessKey,
    parent_user: entry.parentUser,
  }
}

/** The entry that an id names; undefined if it isn't one. */
export function placeOf(id: string): AuditPlace | undefined {
  const [, time, number] = /^(\d{1,16})-(\d{1,16})$/.exec(id) ?? []
  return time === undefined ? undefined : { time: Number(time), id: Number(number) }
}

/** ISO 8601 with the microseconds. */
export function isoTime(microseconds: number): string {
  const rest = String(microseconds % 1000).padStart(3, '0')
  return new Date(Math.floor(microseconds / 1000)).toISOString().replace('Z', `${rest}Z`)
}

/** Microseconds of an ISO 8601 time. */
export function microsecondsOf(iso: string): number {
  const fraction = /\.\d{3}(\d{1,3})/.exec(iso)?.[1] ?? ''
  return Date.parse(iso) * 1000 + Number(fraction.padEnd(3, '0'))
}
