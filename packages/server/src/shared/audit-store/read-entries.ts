/** Reads the audit entries that storage servers send (format version 1), and removes secrets. */
import { createHash } from 'node:crypto'
import { listField, numberField, objectField, textField } from '@cooperage/wire'
import { redactHeader, redactParameter } from '../redact-request.ts'
import { DAY_US, type NewAuditEntry } from './audit-store.ts'

/**
 * Bytes; longer values are shortened. A row of an index of PostgreSQL has at most 2,704 bytes: what is indexed together has to fit,
 * or no entry of the same transaction would be stored.
 */
const LONGEST = { value: 2_000, userAgent: 1_000, parentUser: 500, name: 255 } as const
/** Larger details are kept without headers and tags. */
const LARGEST_DETAILS = 64 * 1024

/** One JSON document, a list of them, or one per line, as a server with `batch_size` sends them. @throws SyntaxError */
export function parseEntries(body: string): unknown[] {
  const text = body.trim()
  if (text === '') return []
  try {
    const document: unknown = JSON.parse(text)
    return Array.isArray(document) ? document : [document]
  } catch (error) {
    const lines = text.split('\n')
    if (lines.length === 1) throw error
    return lines.filter((line) => line.trim() !== '').map((line): unknown => JSON.parse(line))
  }
}

/** `now` in milliseconds. @throws TypeError if the document isn't an audit entry */
export function readEntry(document: unknown, now: number): NewAuditEntry {
  const entry = objectField(document)
  const api = objectField(entry, 'api')
  if (textField(entry, 'version') === '' || !('time' in entry)) throw new TypeError('it has no version or no time')
  const text = (from: Record<string, unknown>, name: string, longest: keyof typeof LONGEST = 'value') =>
    clipped(textField(from, name), longest)
  return {
    time: timeOf(textField(entry, 'time'), now * 1000),
    id: idOf(JSON.stringify(document)),
    apiName: text(api, 'name', 'name'),
    bucket: text(api, 'bucket', 'name'),
    object: text(api, 'object') || clipped(firstObject(api)),
    remoteHost: text(entry, 'remotehost'),
    requestId: text(entry, 'requestID'),
    userAgent: text(entry, 'userAgent', 'userAgent'),
    accessKey: text(entry, 'accessKey', 'name'),
    parentUser: text(entry, 'parentUser', 'parentUser'),
    responseStatus: text(api, 'status'),
    responseStatusCode: whole(numberField(api, 'statusCode')),
    requestContentLength: whole(numberField(api, 'rx')),
    responseContentLength: whole(numberField(api, 'tx')),
    timeToResponseNs: nanosecondsOf(api),
    errorCode: clipped(errorCodeOf(entry, api), 'name'),
    details: detailsOf(entry, api),
  }
}

/** A call that deletes several objects names them in a list. */
function firstObject(api: Record<string, unknown>): string {
  const objects = listField(api, 'objects')
  return objects.length === 1 ? textField(objectField(objects[0]), 'objectName') : ''
}

/**
 * The engine reports the code. MinIO only does in the headers of a response without a body; the code of what it refuses to an
 * account that it has recognized is known nevertheless.
 */
function errorCodeOf(entry: Record<string, unknown>, api: Record<string, unknown>): string {
  const headers = Object.entries(objectField(entry, 'responseHeader'))
  const header = headers.find(([name]) => name.toLowerCase() === 'x-minio-error-code')?.[1]
  const reported = textField(api, 'errorCode') || String(header ?? '')
  if (reported !== '') return reported
  const isDenied = numberField(api, 'statusCode') === 403 && textField(entry, 'accessKey') !== ''
  return isDenied ? 'AccessDenied' : ''
}

function nanosecondsOf(api: Record<string, unknown>): number {
  const inNs = Number(textField(api, 'timeToResponseInNS'))
  return whole(inNs || Number(/^(\d+)ns$/.exec(textField(api, 'timeToResponse'))?.[1]))
}

/** Microseconds; of the arrival if the time is unreadable or in the future, because entries are kept by their age. */
function timeOf(text: string, now: number): number {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) return now
  const fraction = /\.\d{3}(\d{1,3})/.exec(text)?.[1] ?? ''
  const time = Math.floor(milliseconds) * 1000 + Number(fraction.padEnd(3, '0'))
  return time < 0 || time > now + DAY_US ? now : time
}

/** 52 bits of the entry's hash: an entry that is delivered again has the same. */
function idOf(json: string): number {
  return Number(createHash('sha256').update(json).digest().readBigUInt64BE() >> 12n)
}

function detailsOf(entry: Record<string, unknown>, api: Record<string, unknown>): string {
  const map = (from: object, shown: (name: string, value: string) => string) =>
    Object.fromEntries(Object.entries(from).map(([name, value]) => [name, storable(shown(name, String(value)))]))
  const details = {
    node: storable(textField(entry, 'requestNode')),
    host: storable(textField(entry, 'requestHost')),
    path: storable(textField(entry, 'requestPath')),
    deploymentId: storable(textField(entry, 'deploymentid')),
    trigger: storable(textField(entry, 'trigger')),
    event: storable(textField(entry, 'event')),
    error: storable(textField(entry, 'error')),
    timeToFirstByteNs: whole(Number(textField(api, 'timeToFirstByteInNS'))),
    query: map(objectField(entry, 'requestQuery'), redactParameter),
    requestHeaders: map(objectField(entry, 'requestHeader'), redactHeader),
    responseHeaders: map(objectField(entry, 'responseHeader'), redactHeader),
    objects: listField(api, 'objects')
      .map((each) => storable(textField(objectField(each), 'objectName')))
      .slice(0, 1_000),
  }
  const json = JSON.stringify(details)
  if (json.length <= LARGEST_DETAILS) return json
  const { path, ...rest } = details
  return JSON.stringify({
    ...rest,
    path: clipped(path),
    query: {},
    requestHeaders: {},
    responseHeaders: {},
    objects: [],
  })
}

/** PostgreSQL stores neither NUL characters nor halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\u{FFFD}').toWellFormed()
}

function clipped(text: string, longest: keyof typeof LONGEST = 'value'): string {
  const whole = storable(text)
  const bytes = LONGEST[longest]
  if (Buffer.byteLength(whole) <= bytes) return whole
  return new TextDecoder().decode(Buffer.from(whole).subarray(0, bytes)).replace(/\u{FFFD}+$/u, '')
}

function whole(value: number): number {
  return Number.isSafeInteger(Math.trunc(value)) && value > 0 ? Math.trunc(value) : 0
}
