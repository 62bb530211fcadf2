/** The S3 protocol: route, names, signature, permission, operation, in this order. */
import {
  authenticationForm,
  checkedPayload,
  type IncomingHeaders,
  withLinkHeaders,
  writeS3Error,
} from '@cooperage/wire'
import type { Exchange } from '../http/exchange.ts'
import type { ProtocolHandler } from '../http/protocol-handler.ts'
import { readWhole } from '../http/receive.ts'
import { authenticateOrAnonymous } from '../identity/authenticate.ts'
import { ANONYMOUS, type Caller } from '../identity/caller.ts'
import { permissionsOf, type SignatureForm } from '../identity/permissions.ts'
import type { S3Call } from './call.ts'
import { rejectUnknownChecksums } from './checksums.ts'
import { corsHeaders } from './cors.ts'
import { findRoute } from './dispatch.ts'
import { s3Error } from './errors.ts'
import { checkExpectedOwner } from './expected-owner.ts'
import { checkHeaderSizes } from './metadata.ts'
import { checkBucketName, checkObjectName } from './names.ts'
import { UNSIGNED } from './routes.ts'
import { parseTarget } from './target.ts'
import { checkCustomerKeys } from './upload-rules.ts'

/** How a client learns which region it has to sign for. */
const ANY_REGION: ReadonlySet<string> = new Set(['ListBuckets', 'GetBucketLocation'])

const LISTENING: ReadonlySet<string> = new Set(['ListenNotification', 'ListenBucketNotification'])

export const s3Handler: ProtocolHandler = {
  accepts: () => true,

  // As at MinIO: what listens to events does so for as long as it likes, and a preflight request does nothing.
  isLimited: (exchange) => exchange.method !== 'OPTIONS' && !isListening(exchange),

  async respond(engine, received) {
    const exchange = withPresignedHeaders(received)
    const { method, path, query, headers, requestId } = exchange
    checkHeaderSizes(headers)
    checkCustomerKeys(headers)
    rejectUnknownChecksums(headers)
    const target = parseTarget(path)
    const route = findRoute(exchange, target)
    const { bucket = '', key = '' } = target
    Object.assign(exchange.facts, { operation: route.operation, bucket, key })
    if (target.bucket !== undefined) checkBucketName(bucket)
    if (target.key !== undefined) checkObjectName(key)

    const { caller, verified } =
      route.permission === UNSIGNED
        ? { caller: ANONYMOUS, verified: undefined }
        : authenticateOrAnonymous(engine, exchange, {
            ...(ANY_REGION.has(route.operation) ? { region: '' } : {}),
            acceptsSignatureV2: engine.acceptsSignatureV2,
          })
    const payload = (of = exchange.signed.headers) => checkedPayload(of, exchange.body(), verified)
    const deliveries: (Promise<unknown> | undefined)[] = []
    const callAs = (caller: Caller, form?: SignatureForm): S3Call => ({
      engine,
      operation: route.operation,
      requestId,
      method,
      path,
      query,
      headers,
      caller,
      bucket,
      key,
      allows: permissionsOf(engine, caller, exchange, form),
      as(other, otherForm) {
        exchange.facts.caller = other
        return callAs(other, otherForm)
      },
      publish(name, object) {
        const event = engine.publish({
          name,
          object,
          time: Date.now(),
          accessKey: caller.accessKey,
          clientAddress: exchange.clientAddress,
          userAgent: headers['user-agent'] ?? '',
          requestId,
        })
        deliveries.push(event)
      },
      payload: () => payload(),
      async document(maxBytes, options) {
        const tooLong = () => s3Error('MalformedXML')
        const headers = options?.checksumsOfObject ? withoutChecksums(exchange.signed.headers) : undefined
        const { length, body } = payload(headers)
        if (length > maxBytes) throw tooLong()
        const bytes = await readWhole(body, maxBytes, tooLong)
        return bytes.toString()
      },
    })

    const call = callAs(caller)
    const { permission } = route
    const isAsked = permission !== null && permission !== UNSIGNED
    if (isAsked && !call.allows(permission, bucket, key)) throw s3Error('AccessDenied')
    checkExpectedOwner(headers)
    // Before anything is done: what cannot be answered is not to be carried out, nor an object to be left open.
    const cors = corsHeaders(engine, exchange, bucket)
    const response = await route.run(call)
    // What is acknowledged is told, whatever happens to this process. Readers need not wait for that.
    if (method !== 'GET' && method !== 'HEAD') await Promise.all(deliveries)
    response.headers = { ...cors, ...response.headers }
    return response
  },

  errorResponse(engine, exchange, error) {
    const { method, path, requestId } = exchange
    const { code, message, status } = error
    const { bucket, key } = namesFor(path)
    const cors = corsHeadersOfError(engine, exchange, bucket ?? '')
    if (method === 'HEAD') {
      return {
        status,
        headers: { ...cors, ...error.headers, ...(code === 'PreconditionFailed' ? {} : errorHeaders(code, message)) },
      }
    }
    const body = writeS3Error({
      code,
      message,
      resource: readable(path),
      requestId,
      hostId: engine.hostId,
      region: engine.region,
      bucketName: bucket ?? '',
      key: key ?? '',
    })
    return { status, headers: { ...cors, ...error.headers, 'content-type': 'application/xml' }, body }
  },
}

function isListening(exchange: Exchange): boolean {
  // Looking for the route twice is for the few that name it.
  if (exchange.method !== 'GET' || !exchange.query.has('events')) return false
  try {
    return LISTENING.has(findRoute(exchange, parseTarget(exchange.path)).operation)
  } catch {
    return false
  }
}

/**
 * A presigned link of version 2 carries headers in its query. What it says there in the spelling of version 4 is not signed,
 * and is dropped.
 */
function withPresignedHeaders(exchange: Exchange): Exchange {
  if (authenticationForm(exchange.signed) !== 'query-v2') return exchange
  const { headers, signed, query } = exchange
  return {
    ...exchange,
    headers: withLinkHeaders(headers, query),
    signed: { ...signed, headers: withLinkHeaders(signed.headers, query) },
    query: new URLSearchParams([...query].filter(([name]) => !/^x-amz-/i.test(name))),
  }
}

/** Where the store itself is what fails, its error is answered all the same. */
function corsHeadersOfError(...of: Parameters<typeof corsHeaders>): Record<string, string> {
  try {
    return corsHeaders(...of)
  } catch {
    return {}
  }
}

function withoutChecksums(headers: IncomingHeaders): IncomingHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-amz-checksum-')))
}

/** The path as the names in it read; one that cannot be read stays as it came. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A path that cannot be read is itself the error, and then names nothing. */
function namesFor(path: string): ReturnType<typeof parseTarget> {
  try {
    return parseTarget(path)
  } catch {
    return {}
  }
}

/** What an answer without body says. MinIO leaves it out where a condition fails, and clients have words of their own for that. */
function errorHeaders(code: string, message: string): Record<string, string> {
  return { 'x-minio-error-code': code, 'x-minio-error-desc': `"${message}"` }
}
