/**
 * The texts that Signature Version 2 signs. Source: Amazon S3 developer guide, "Signing and authenticating REST requests
 * (AWS signature version 2)".
 *
 * All of them are strings of bytes (Latin-1), as Node has header values: clients sign the bytes that they send.
 */
import { hmacSha1 } from '../hash.ts'
import { header, type IncomingHeaders } from '../sigv4/incoming.ts'

/**
 * The query parameters that are signed: every one that makes a request another operation, picks a version or part, or sets a
 * header of the answer. Each client and server has its own list. This one holds them all, because a parameter that is left
 * out could be added to a link by whoever has it. What only narrows a listing (`prefix`, `max-keys`) is signed by nobody.
 */
export const SUB_RESOURCES: ReadonlySet<string> = new Set([
  'accelerate',
  'acl',
  'analytics',
  'attributes',
  'cors',
  'delete',
  'encryption',
  'events',
  'intelligent-tiering',
  'inventory',
  'lambdaArn',
  'legal-hold',
  'lifecycle',
  'location',
  'logging',
  'metrics',
  'notification',
  'object-lock',
  'ownershipControls',
  'partNumber',
  'policy',
  'policyStatus',
  'publicAccessBlock',
  'replication',
  'replication-metrics',
  'replication-reset',
  'requestPayment',
  'response-cache-control',
  'response-content-disposition',
  'response-content-encoding',
  'response-content-language',
  'response-content-type',
  'response-expires',
  'restore',
  'retention',
  'select',
  'select-type',
  'tagging',
  'torrent',
  'uploadId',
  'uploads',
  'versionId',
  'versioning',
  'versions',
  'website',
])

export interface StringToSignParts {
  method: string
  /** By lower-case name; `content-md5`, `content-type` and all `x-amz-*` of them are signed. */
  headers: IncomingHeaders
  /** The `Date` header, empty beside an `x-amz-date`; in a link the time at which it ends. */
  date: string
  resource: string
}

export function stringToSign({ method, headers, date, resource }: StringToSignParts): string {
  const contentMd5 = header(headers, 'content-md5') ?? ''
  const contentType = header(headers, 'content-type') ?? ''
  return `${method}\n${contentMd5}\n${contentType}\n${date}\n${canonicalAmzHeaders(headers)}${resource}`
}

/** One line a header, sorted by name; the values of a repeated one are joined. Blanks within a value stay. */
export function canonicalAmzHeaders(headers: IncomingHeaders): string {
  return Object.entries(headers)
    .flatMap(([name, value]) => (name.startsWith('x-amz-') && value !== undefined ? [[name, value] as const] : []))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${[value].flat().map(trimmed).join(',')}\n`)
    .join('')
}

/** `path` is signed as it was sent, escapes included; the values of parameters are signed unescaped. */
export function canonicalResource(path: string, query: string): string {
  const signed = signedParameters(query)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
  return bytesOf(signed.length === 0 ? path : `${path}?${signed.join('&')}`)
}

/**
 * Whether a value reads like a further signed parameter (`response-content-type=a%26versionId%3Db`). Values are signed
 * unescaped, so the two could not be told apart by their signature.
 */
export function hidesParameter(query: string): boolean {
  return signedParameters(query).some(([, value]) =>
    value
      .split('&')
      .slice(1)
      .some((pair) => SUB_RESOURCES.has(pair.split('=', 1)[0] ?? '')),
  )
}

/** Base64, as it is sent. A string is signed as UTF-8. */
export function signature(secretKey: string, text: string | Uint8Array): string {
  return hmacSha1(secretKey, text).toString('base64')
}

function signedParameters(query: string): [name: string, value: string][] {
  return [...new URLSearchParams(query)].filter(([name]) => SUB_RESOURCES.has(name))
}

function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** Blanks are those of ASCII: others are the middle of a letter in a value that is UTF-8. */
function trimmed(value: string): string {
  let from = 0
  let to = value.length
  while (isBlank(value[from])) from++
  while (to > from && isBlank(value[to - 1])) to--
  return value.slice(from, to)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}
