import { type ErrorDocument, parseAdminError, parseGarageError, parseStsError } from '@cooperage/wire'
import type { Dispatcher } from 'undici'
import { readWhole } from './read-whole.ts'
import { StorageError } from './storage-error.ts'
import { HEADERS_TIMEOUT_MS } from './time-limits.ts'

/** Servers refuse signatures that are older or newer. */
const MAX_SKEW_MS = 15 * 60_000

/** Whether the clock of a server differs too much from ours, according to the date of a response. */
export function isSkewed(date: string | undefined): boolean {
  return Math.abs(Date.parse(date ?? '') - Date.now()) > MAX_SKEW_MS
}

/** `x-amz-request-id` of S3, `x-amzn-requestid` of IAM; '' for what no log could be searched for. */
export function requestIdOf(headers: Dispatcher.ResponseData['headers']): string {
  const id = header(headers, 'x-amz-request-id') ?? header(headers, 'x-amzn-requestid') ?? ''
  return /^[\w.:=+/-]{1,128}$/.test(id) ? id : ''
}

/** Error documents are below 2 kB; anything much longer is a page from a proxy in between. */
const MAX_ERROR_BYTES = 64 * 1024

/**
 * The error in a response: S3 and STS send XML, the admin APIs of MinIO and Garage JSON, but some admin calls XML too; the response to a HEAD has
 * headers only.
 */
export async function refusal(
  response: Dispatcher.ResponseData,
  signal: AbortSignal | undefined,
): Promise<StorageError> {
  const { statusCode: status, headers } = response
  const text = await readWhole(response, signal, HEADERS_TIMEOUT_MS, readBeginning)
  const said = text === '' ? undefined : (parseAdminError(text) ?? parseStsError(text) ?? parseGarageError(text))
  const document = said ?? errorFromHeaders(headers, status)
  const inMessage = /expecting '([^']+)'/.exec(document.message)?.[1]
  const region = document.region ?? header(headers, 'x-amz-bucket-region') ?? inMessage
  return new StorageError('refused', document.message, {
    code: codeOf(document, headers),
    status,
    server: header(headers, 'server') ?? '',
    requestId: requestIdOf(headers),
    isGuess: said === undefined && header(headers, 'x-minio-error-code') === undefined,
    ...(isAboutRegion(document) && region !== undefined && { region }),
    ...(header(headers, 'x-amz-delete-marker') === 'true' && {
      deleteMarker: header(headers, 'x-amz-version-id') ?? 'null',
    }),
  })
}

/** As much of a body as an error document may have. */
export async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_ERROR_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

function errorFromHeaders(headers: Dispatcher.ResponseData['headers'], status: number): ErrorDocument {
  return {
    code: header(headers, 'x-minio-error-code') ?? codeOfStatus(status),
    message:
      header(headers, 'x-minio-error-desc')?.replace(/^"|"$/g, '') ??
      `The storage server responded with status ${status}`,
  }
}

/** The response to a HEAD on AWS-like servers, or a proxy's page, has only the status. */
function codeOfStatus(status: number): string {
  if (status === 403) return 'AccessDenied'
  if (status === 404) return 'NoSuchKey'
  if (status === 412) return 'PreconditionFailed'
  if (status === 416) return 'InvalidRange'
  return ''
}

/** While MinIO starts, its STS says so only in the message, under the code for an invalid duration. */
function codeOf({ code, message }: ErrorDocument, headers: Dispatcher.ResponseData['headers']): string {
  // Tables of codes would find what every object has: `constructor`.
  if (code in Object.prototype) return ''
  // MinIO's STS reports the difference of the clocks like a wrong key.
  if (code === 'AccessDenied' && isSkewed(header(headers, 'date'))) return 'RequestTimeTooSkewed'
  return message.startsWith('Server not initialized') ? 'XMinioServerNotInitialized' : code
}

/** STS reports a wrong region as AccessDenied; only the message names the region. */
function isAboutRegion(document: ErrorDocument): boolean {
  return document.code === 'AuthorizationHeaderMalformed' || document.message.includes('region is wrong')
}

function header(headers: Dispatcher.ResponseData['headers'], name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
