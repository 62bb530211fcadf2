/** The S3 protocol. Each request passes route, name, signature and permission checks before its operation runs. */
import {
  authenticationForm,
  checkedPayload,
  type IncomingHeaders,
  readAtMost,
  withLinkHeaders,
  writeS3Error,
} from '@cooperage/wire'
import type { ObjectEvent } from '../events/object-event.ts'
import type { Exchange } from '../http/exchange.ts'
import type { ProtocolHandler } from '../http/protocol-handler.ts'
import { authenticateOrAnonymous } from '../identity/authenticate.ts'
import { authenticateForm } from '../identity/authenticate-form.ts'
import { ANONYMOUS, type Caller } from '../identity/caller.ts'
import { permissionsOf, type SignatureForm } from '../identity/permissions.ts'
import type { IdentityServices } from '../identity/services.ts'
import type { S3Call } from './call.ts'
import { rejectUnknownChecksums } from './checksums.ts'
import { corsHeaders } from './cors.ts'
import { findRoute } from './dispatch.ts'
import { s3Error } from './errors.ts'
import { checkExpectedOwner } from './expected-owner.ts'
import { checkHeaderSizes } from './metadata.ts'
import { checkBucketName, checkObjectName } from './names.ts'
import { UNSIGNED } from './routes.ts'
import type { S3Services } from './services.ts'
import { parseTarget } from './target.ts'
import { checkCustomerKeys } from './upload-rules.ts'

/** Operations that accept signatures for any region, so that clients can learn the right one. */
const ANY_REGION: ReadonlySet<string> = new Set(['ListBuckets', 'GetBucketLocation'])

const LISTEN_OPERATIONS: ReadonlySet<string> = new Set(['ListenNotification', 'ListenBucketNotification'])

/** The parts of the engine that the protocol needs besides those of its operations. */
interface S3HandlerServices extends S3Services, IdentityServices {
  store: S3Services['store']
  /** Value of `x-amz-id-2`. */
  hostId: string
  publish(event: ObjectEvent): Promise<unknown> | undefined
}

export const s3Handler: ProtocolHandler<S3HandlerServices> = {
  accepts: () => true,

  // As in MinIO, event listeners may stay open and preflight requests are cheap, so they don't count.
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
      authenticateForm(fields, form) {
        const signer = authenticateForm(engine, fields)
        exchange.facts.caller = signer
        return callAs(signer, form)
      },
      as: (other) => callAs(other),
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
        const bytes = await readAtMost(body, maxBytes, tooLong)
        return bytes.toString()
      },
    })

    const call = callAs(caller)
    const { permission } = route
    const needsPermission = permission !== null && permission !== UNSIGNED
    if (needsPermission && !call.allows(permission, bucket, key)) throw s3Error('AccessDenied')
    checkExpectedOwner(headers)
    // Before the operation: if this fails, nothing must have changed and no object may be left open.
    const cors = corsHeaders(engine, exchange, bucket)
    const response = await route.run(call)
    // Writes are acknowledged after their events are durable. Reads need not wait.
    if (method !== 'GET' && method !== 'HEAD') await Promise.all(deliveries)
    response.headers = { ...cors, ...response.headers }
    return response
  },

  errorResponse(engine, exchange, error) {
    const { method, path, requestId } = exchange
    const { code, message, status } = error
    const { bucket, key } = targetOrEmpty(path)
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
      resource: displayPath(path),
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
  // Only requests with this parameter pay for a second route lookup.
  if (exchange.method !== 'GET' || !exchange.query.has('events')) return false
  try {
    return LISTEN_OPERATIONS.has(findRoute(exchange, parseTarget(exchange.path)).operation)
  } catch {
    return false
  }
}

/**
 * Presigned URLs of version 2 carry headers in the query. Their `x-amz-*` parameters in the spelling of version 4 are unsigned
 * and therefore dropped.
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

/** Without CORS headers if reading them fails, so that the original error is still reported. */
function corsHeadersOfError(...args: Parameters<typeof corsHeaders>): Record<string, string> {
  try {
    return corsHeaders(...args)
  } catch {
    return {}
  }
}

function withoutChecksums(headers: IncomingHeaders): IncomingHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-amz-checksum-')))
}

/** The decoded path, or the raw path if it is malformed. */
function displayPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The names in the path; empty if it is malformed. */
function targetOrEmpty(path: string): ReturnType<typeof parseTarget> {
  try {
    return parseTarget(path)
  } catch {
    return {}
  }
}

/** Error headers of responses without a body. MinIO omits them for failed conditions. */
function errorHeaders(code: string, message: string): Record<string, string> {
  return { 'x-minio-error-code': code, 'x-minio-error-desc': `"${message}"` }
}
