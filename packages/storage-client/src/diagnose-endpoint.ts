import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { connect } from 'node:tls'
import { isSkewed } from './refusal.ts'

/** A page or document that says what it is does so at its beginning. */
const MAX_READ_BYTES = 64 * 1024

/**
 * Why there is no storage server at an address:
 * - `unknownName`: its name has no IP address
 * - `refused`, `silent`, `broken`: nothing listens, nothing responds, the connection breaks
 * - `untrusted`, `expired`, `otherName`: its certificate isn't accepted; `reason` has OpenSSL's words
 * - `skewed`: it is a storage server, whose clock differs so much that it refuses signatures
 * - `needsHttps`, `needsHttp`: the other protocol is spoken there
 * - `minioConsole`, `website`: something else is there
 * - `proxy`: a proxy responds that it can't reach the server
 */
export type EndpointProblem =
  | { kind: 'unknownName' | 'refused' | 'silent' | 'broken' }
  | CertificateProblem
  | { kind: 'skewed' | 'needsHttps' | 'needsHttp' | 'minioConsole' | 'website' }
  | { kind: 'proxy'; status: number }

export type CertificateProblem = { kind: 'untrusted'; reason: string } | { kind: 'expired' | 'otherName' }

interface Found {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** How the address is connected to otherwise. */
export interface DiagnosisOptions {
  /** Certificates (PEM) that the server's is verified with; default those of the process. */
  ca?: readonly string[] | undefined
  lookup?: LookupFunction | undefined
}

/**
 * Finds out what is at the address of a storage server, with an unsigned request. Undefined if it is a storage server, whatever
 * its state.
 */
export async function diagnoseEndpoint(
  url: URL,
  signal: AbortSignal,
  options: DiagnosisOptions = {},
): Promise<EndpointProblem | undefined> {
  try {
    const problem = problemOf(await get(url, signal, options))
    if (problem === undefined || url.protocol === 'https:') return problem
    return (await acceptsTls(url, signal, options)) ? { kind: 'needsHttps' } : problem
  } catch (error) {
    if (signal.aborted) return { kind: 'silent' }
    const problem = problemOfTransport(error)
    if (problem.kind !== 'broken') return problem
    // Servers of the other protocol respond in ways of their own, so try that protocol.
    if (url.protocol === 'http:') return (await acceptsTls(url, signal, options)) ? { kind: 'needsHttps' } : problem
    return (await acceptsHttp(url, signal, options)) ? { kind: 'needsHttp' } : problem
  }
}

function problemOf({ status, headers, text }: Found): EndpointProblem | undefined {
  const isMinioConsole = /MinIO Console/i.test(String(headers.server)) || /<title>MinIO/i.test(text)
  if (isMinioConsole || /API Requests must be made to API port/.test(text)) return { kind: 'minioConsole' }
  const isS3 = 'x-amz-request-id' in headers || /<(Error|ErrorResponse|ListAllMyBucketsResult)[ >]/.test(text)
  if (isS3) return isSkewed(headers.date) ? { kind: 'skewed' } : undefined
  if (status >= 502 && status <= 504) return { kind: 'proxy', status }
  const isRedirectToTls = status >= 300 && status < 400 && headers.location?.startsWith('https:')
  return { kind: isRedirectToTls ? 'needsHttps' : 'website' }
}

function problemOfTransport(error: unknown): EndpointProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(ENOTFOUND|EAI_)/.test(code)) return { kind: 'unknownName' }
  if (code === 'ECONNREFUSED') return { kind: 'refused' }
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH') return { kind: 'silent' }
  return certificateProblem(error) ?? { kind: 'broken' }
}

/** Why the certificate of a server wasn't accepted; undefined if `error` has another cause. `fetch` wraps the cause. */
export function certificateProblem(error: unknown): CertificateProblem | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Once connected, nodemailer replaces the code of errors of the socket.
    const { code: given, originalCode = given } = cause as { code?: unknown; originalCode?: unknown }
    const code = String(originalCode)
    if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return { kind: 'expired' }
    if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return { kind: 'otherName' }
    if (/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code)) {
      // Node.js appends advice about its own root certificates, which doesn't help here.
      return { kind: 'untrusted', reason: cause.message.split(';', 1)[0] ?? code }
    }
  }
  return undefined
}

/** Responds with the beginning of the body. */
async function get(url: URL, signal: AbortSignal, { ca, lookup }: DiagnosisOptions): Promise<Found> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = send(new URL('/', url), {
    agent: false,
    signal,
    ...(ca && { ca: [...ca], allowPartialTrustChain: true }),
    ...(lookup && { lookup }),
  })
  outgoing.once('response', resolve).on('error', reject).end()
  try {
    const response = await promise
    let text = ''
    for await (const chunk of response.setEncoding('latin1')) {
      text += chunk
      if (text.length > MAX_READ_BYTES) break
    }
    return { status: response.statusCode ?? 0, headers: response.headers, text }
  } finally {
    outgoing.destroy()
  }
}

async function acceptsHttp(url: URL, signal: AbortSignal, options: DiagnosisOptions): Promise<boolean> {
  const plain = new URL(url)
  plain.protocol = 'http:'
  // Its URL leaves out what is the default of one protocol but not of the other.
  plain.port = portOf(url)
  try {
    await get(plain, signal, options)
    return true
  } catch {
    return false
  }
}

/** Whatever its certificate is. */
async function acceptsTls(url: URL, signal: AbortSignal, { lookup }: DiagnosisOptions): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const socket = connect({
    host,
    port: Number(portOf(url)),
    rejectUnauthorized: false,
    ...servername,
    ...(lookup && { lookup }),
  })
  const giveUp = () => resolve(false)
  socket.once('secureConnect', () => resolve(true)).on('error', giveUp)
  socket.once('close', giveUp)
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', giveUp)
    socket.destroy()
  }
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80')
}
