/**
 * The strings that Signature Version 2 signs. Source: Amazon S3 developer guide, "Signing and authenticating REST requests
 * (AWS signature version 2)".
 *
 * All of them are byte strings (Latin-1), like header values in Node: clients sign the bytes that they send.
 */

import { hmacSha1 } from '../hash.ts'
import { compareText } from '../order.ts'
import { header, type IncomingHeaders } from '../sigv4/incoming.ts'

/**
 * The query parameters that are signed: every one that selects another operation, a version or part, or sets a response header.
 * Each client and server has its own list. This one contains them all, because a parameter that is missing here could be added
 * to a link by anyone who has it. Parameters that only narrow a listing (`prefix`, `max-keys`) are never signed.
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
  'replication-check',
  'replication-metrics',
  'replication-reset',
  'replication-reset-status',
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
  /** The `Date` header, empty beside an `x-amz-date`; in a link its expiry. */
  date: string
  resource: string
}

export function stringToSign({ method, headers, date, resource }: StringToSignParts): string {
  const contentMd5 = header(headers, 'content-md5') ?? ''
  const contentType = header(headers, 'content-type') ?? ''
  return `${method}\n${contentMd5}\n${contentType}\n${date}\n${canonicalAmzHeaders(headers)}${resource}`
}

/** One line per header, sorted by name; repeated values are joined. White space within a value stays. */
export function canonicalAmzHeaders(headers: IncomingHeaders): string {
  return Object.entries(headers)
    .flatMap(([name, value]) => (name.startsWith('x-amz-') && value !== undefined ? [[name, value] as const] : []))
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, value]) => `${name}:${[value].flat().map(trimmed).join(',')}\n`)
    .join('')
}

/** `path` is signed as sent, including escapes; the values of parameters are signed unescaped. */
export function canonicalResource(path: string, query: string): string {
  const signed = signedParameters(query)
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
  return bytesOf(signed.length === 0 ? path : `${path}?${signed.join('&')}`)
}

/**
 * Whether a value reads like another signed parameter (`response-content-type=a%26versionId%3Db`). Values are signed
 * unescaped, so the signature could not distinguish the two.
 */
export function hidesParameter(query: string): boolean {
  return signedParameters(query).some(([, value]) =>
    value
      .split('&')
      .slice(1)
      .some((pair) => SUB_RESOURCES.has(pair.split('=', 1)[0] ?? '')),
  )
}

/** Base64, as sent. A string is signed as UTF-8. */
export function signature(secretKey: string, text: string | Uint8Array): string {
  return hmacSha1(secretKey, text).toString('base64')
}

function signedParameters(query: string): [name: string, value: string][] {
  return [...new URLSearchParams(query)].filter(([name]) => SUB_RESOURCES.has(name))
}

function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** ASCII white space only: other bytes can be the middle of a character in a UTF-8 value. */
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
