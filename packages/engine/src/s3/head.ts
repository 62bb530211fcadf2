/** The S3 protocol: route, names, signature, permission, operation, in this order. */
import { checkedPayload, type IncomingHeaders, writeS3Error } from '@cooperage/wire'
import type { Head } from '../http/head.ts'
import { readWhole } from '../http/receive.ts'
import { authenticateOrAnonymous } from '../identity/authenticate.ts'
import { ANONYMOUS, type Caller } from '../identity/caller.ts'
import { permissionsOf } from '../identity/permissions.ts'
import type { S3Call } from './call.ts'
import { corsHeaders } from './cors.ts'
import { findRoute } from './dispatch.ts'
import { s3Error } from './errors.ts'
import { checkHeaderSizes } from './metadata.ts'
import { checkBucketName, checkObjectName } from './names.ts'
import { UNSIGNED } from './routes.ts'
import { parseTarget } from './target.ts'
import { checkCustomerKeys } from './upload-rules.ts'

/** How a client learns which region it has to sign for. */
const ANY_REGION: ReadonlySet<string> = new Set(['ListBuckets', 'GetBucketLocation'])

export const s3Head: Head = {
  takes: () => true,

  async answer(engine, exchange) {
    const { method, path, query, headers, requestId } = exchange
    checkHeaderSizes(headers)
    checkCustomerKeys(headers)
    const target = parseTarget(path)
    const route = findRoute(exchange, target)
    const { bucket = '', key = '' } = target
    Object.assign(exchange.facts, { operation: route.operation, bucket, key })
    if (target.bucket !== undefined) checkBucketName(bucket)
    if (target.key !== undefined) checkObjectName(key)

    const { caller, verified } =
      route.permission === UNSIGNED
        ? { caller: ANONYMOUS, verified: undefined }
        : authenticateOrAnonymous(engine, exchange, ANY_REGION.has(route.operation) ? { region: '' } : {})
    const payload = (of = exchange.signed.headers) => checkedPayload(of, exchange.body(), verified)
    const kept: (Promise<unknown> | undefined)[] = []
    const callAs = (caller: Caller): S3Call => ({
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
      allows: permissionsOf(engine, caller, exchange),
      as(other) {
        exchange.facts.caller = other
        return callAs(other)
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
        kept.push(event)
      },
      payload: () => payload(),
      async document(maxBytes, options) {
        const { body } = payload(options?.checksumsOfObject ? withoutChecksums(exchange.signed.headers) : undefined)
        const bytes = await readWhole(body, maxBytes, () => s3Error('MalformedXML'))
        return bytes.toString()
      },
    })

    const call = callAs(caller)
    const { permission } = route
    const isAsked = permission !== null && permission !== UNSIGNED
    if (isAsked && !call.allows(permission, bucket, key)) throw s3Error('AccessDenied')
    // Before anything is done: what cannot be answered is not to be carried out, nor an object to be left open.
    const cors = corsHeaders(engine, exchange, bucket)
    const answer = await route.run(call)
    // What is acknowledged is told, whatever happens to this process. Readers need not wait for that.
    if (method !== 'GET' && method !== 'HEAD') await Promise.all(kept)
    answer.headers = { ...cors, ...answer.headers }
    return answer
  },

  answerError(engine, exchange, error) {
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
