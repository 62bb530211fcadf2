/**
 * Requests, links and forms signed with signature version 2, written from AWS's documentation alone: a test case can
 * override any part of the signed text. The packages under test are not used.
 */
import { createHmac } from 'node:crypto'
import type { TestResponse } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { formBody, sendForm } from './form.ts'
import { request, target } from './target.ts'

export function hmacV2(text: string, { secretKey }: Credentials = target.root): string {
  return createHmac('sha1', secretKey).update(text, 'latin1').digest('base64')
}

export interface V2Options {
  method?: string
  /** Escaped, including the query. */
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  credentials?: Credentials
  /** The parts of the string to sign; taken from the request by default. */
  signed?: { method?: string; date?: string; contentType?: string; amz?: string; resource?: string }
}

/** A request with its signature in the headers. A `date` of null sends none. */
export function requestV2(
  options: V2Options & { date?: string | null; authorization?: string },
): Promise<TestResponse> {
  const { method = 'GET', path, body = '', credentials = target.root, date = new Date().toUTCString() } = options
  const headers: Record<string, string> = { ...(date === null ? {} : { date }), ...options.headers }
  const signature = hmacV2(
    textOf(options, headers['x-amz-date'] === undefined ? (headers.date ?? '') : ''),
    credentials,
  )
  const authorization = options.authorization ?? `AWS ${credentials.accessKey}:${signature}`
  return request({ method, path, body, headers: { ...headers, authorization }, credentials: undefined })
}

export interface LinkOptions extends V2Options {
  /** Seconds since the epoch; one minute from now by default. */
  expires?: string
  /** Headers that are sent with the link but not signed. */
  unsignedHeaders?: Record<string, string>
  /** Overrides of the signature parameters after signing; undefined leaves one out. */
  change?: Record<string, string | undefined>
  /** Further parameters after these, escaped. */
  more?: string
}

/** A request with a presigned link. */
export function followLink(options: LinkOptions): Promise<TestResponse> {
  const { method = 'GET', path, body = '', credentials = target.root, unsignedHeaders, more } = options
  const { expires = inSeconds(60), change } = options
  const parameters = Object.entries({
    AWSAccessKeyId: credentials.accessKey,
    Expires: expires,
    Signature: hmacV2(textOf(options, expires), credentials),
    ...change,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
  const query = [...parameters, ...(more === undefined ? [] : [more])].join('&')
  return request({
    method,
    path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
    body,
    headers: { ...options.headers, ...unsignedHeaders },
    credentials: undefined,
  })
}

export interface FormV2Options {
  key: string
  fields?: Record<string, string>
  conditions?: unknown[]
  credentials?: Credentials
  /** Seconds from now. */
  lasts?: number
  change?: (fields: Record<string, string>) => void
}

/** A browser form whose policy allows the key, `fields` and `conditions`. */
export function postFormV2(bucket: string, options: FormV2Options): Promise<TestResponse> {
  const { key, fields = {}, conditions = [], credentials = target.root, lasts = 600, change } = options
  const document = {
    expiration: new Date(Date.now() + lasts * 1000).toISOString(),
    conditions: [
      { bucket },
      { key },
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      ...conditions,
    ],
  }
  const policy = Buffer.from(JSON.stringify(document)).toString('base64')
  const signature = hmacV2(policy, credentials)
  const all: Record<string, string> = { key, ...fields, AWSAccessKeyId: credentials.accessKey, policy, signature }
  change?.(all)
  return sendForm(bucket, formBody(Object.entries(all)))
}

export function inSeconds(seconds: number): string {
  return String(Math.floor(Date.now() / 1000) + seconds)
}

function textOf({ method = 'GET', path, headers = {}, signed = {} }: V2Options, date: string): string {
  const amz = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-amz-'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}\n`)
    .join('')
  const contentType = signed.contentType ?? headers['content-type'] ?? ''
  const verb = signed.method ?? method
  const start = [verb, headers['content-md5'] ?? '', contentType, signed.date ?? date, signed.amz ?? amz].join('\n')
  return start + (signed.resource ?? path)
}
