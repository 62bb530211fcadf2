import { AppError, type ErrorBody, type ErrorCode, parametersOf, reasonText } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { acceptsPage, errorPage, wantsPage } from './error-page.ts'
import { NO_ANSWER, storageAnswer, toAppError } from './storage-errors.ts'

/** Framework error codes that a request can cause. Any other framework error is our bug. */
const FRAMEWORK_CODES: Record<string, (reply: FastifyReply) => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (reply) =>
    new AppError('BodyTooLarge', { limit: reply.request.routeOptions.bodyLimit ?? 0 }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (reply) => unsupportedMediaType(reply),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError('InvalidInput', { reason: reasonText('bodyIsEmpty') }),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError('InvalidInput', { reason: reasonText('bodyIsNotJson') }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError('InvalidInput', { reason: reasonText('otherLength') }),
  FST_ERR_BAD_URL: () => new AppError('InvalidInput', { reason: reasonText('badAddress') }),
}

/** Errors after which the session cookie is removed. */
const LOST_SESSION = new Set<ErrorCode>(['SessionEnded', 'NotLoggedIn', 'NoPolicy'])

/** Sends every failure as the contract's error body, and logs those that an administrator should investigate. */
export function handleErrors(app: FastifyInstance, onSessionLost: (reply: FastifyReply) => void): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const known = knownError(error) ?? FRAMEWORK_CODES[error.code]?.(reply)
    if (known === undefined) request.log.error({ err: error }, 'unexpected failure')
    else if (known.status >= 500) {
      request.log.warn({ code: known.code, cause: causeOf(known) }, 'storage failure')
    }
    const response = known ?? new AppError('Internal', { requestId: request.id })
    const { routeId, errors } = request.routeOptions.config
    // Tests fail on this log line; the visitor still gets the response.
    if (errors?.includes(response.code) === false) {
      request.log.error({ call: routeId, code: response.code }, 'undeclared error code')
    }
    if (LOST_SESSION.has(response.code)) onSessionLost(reply)
    // Fastify would close the connection immediately, and the sender of a large body would see a reset instead of the response.
    if (response.code === 'BodyTooLarge') reply.removeHeader('connection')
    return await sendError(reply, response)
  })
}

async function sendError(reply: FastifyReply, error: AppError): Promise<FastifyReply> {
  if (error.code === 'TooManyRequests') reply.header('retry-after', String(error.details.seconds ?? 1))
  const { request } = reply
  request.failure = error.code
  reply.code(error.status).header('cache-control', 'no-store')
  const ownPage = request.routeOptions.config.errorPage
  if (ownPage !== undefined && acceptsPage(request)) return await ownPage(reply, error)
  if (wantsPage(request)) {
    const page = errorPage(await request.server.pageLanguages.of(request), error, request.id)
    return reply.type('text/html; charset=utf-8').send(page)
  }
  // Others must not find out which of their keys was wrong.
  const { code, requestId } = request.routeOptions.config.needsSession ? storageAnswer(error) : NO_ANSWER
  return reply.type('application/json; charset=utf-8').send({
    ...error.refusal,
    ...errorBodyOf(error, request.id),
    ...(code !== '' && code !== error.code && { storageCode: code }),
    ...(requestId !== '' && { storageRequestId: requestId }),
  })
}

export function errorBodyOf(error: AppError, requestId: string): ErrorBody {
  const { code, message, detailedMessage, detail } = error
  const parameters = parametersOf(error)
  return { code, message, parameters, detailedMessage, ...(detail && { detail }), requestId }
}

/** The failure as an error of the contract; undefined for a bug. */
export function knownError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  return error instanceof StorageError ? toAppError(error) : undefined
}

function unsupportedMediaType(reply: FastifyReply): AppError {
  const { isForm, isStream } = reply.request.routeOptions.config
  const expected = isForm ? reasonText('multipartForm') : isStream ? 'application/octet-stream' : 'application/json'
  return new AppError('UnsupportedMediaType', { expected })
}

function causeOf(error: AppError): string {
  return error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}${innerCause(error.cause)}` : ''
}

function innerCause(error: Error): string {
  return error.cause instanceof Error ? ` (${error.cause.message})` : ''
}
