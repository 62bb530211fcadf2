import errors from 'undici/lib/core/errors.js'

/**
 * Why a call failed:
 * - `Unauthorized`: the token is invalid or has expired
 * - `Forbidden`: refused; if the user lacks a right, `denied` names it, otherwise a rule of the cluster refuses it (a quota)
 * - `NotFound`, `AlreadyExists`
 * - `Conflict`: changed by someone else since it was read
 * - `Invalid`: the API server rejects fields, listed in `causes`
 * - `BadRequest`: it can't read the request; with strict decoding also unknown fields
 * - `Expired`: a resourceVersion or `continue` token that is too old; list again
 * - `TooManyRequests`: try again later
 * - `Unreachable`: no connection, or it broke; nothing is known about what the server did
 * - `Untrusted`: its certificate isn't one that the settings trust
 * - `Timeout`: connected, but no response before the deadline
 * - `Aborted`: the caller canceled
 * - `Unreadable`: the response doesn't follow the protocol
 * - `ServerError`: any other refusal
 */
export type KubeErrorCode =
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Invalid'
  | 'BadRequest'
  | 'Expired'
  | 'TooManyRequests'
  | 'Unreachable'
  | 'Untrusted'
  | 'Timeout'
  | 'Aborted'
  | 'Unreadable'
  | 'ServerError'

/** A field that the API server rejects. */
export interface FieldCause {
  /** For example `spec.pools[0].servers`; empty if the whole object is meant. */
  field: string
  message: string
  reason: string
}

/** A right that the user lacks, as roles spell it. */
export interface DeniedRight {
  verb: string
  /** With its subresource and group: `pods/log`, `tenants.minio.min.io`. */
  resource: string
  /** Absent for cluster-wide calls. */
  namespace?: string
}

interface KubeErrorDetails extends ErrorOptions {
  status?: number
  causes?: FieldCause[]
  denied?: DeniedRight
  retryAfterSeconds?: number
}

/** Every failure of a call to the API server. */
export class KubeError extends Error {
  override name = 'KubeError'
  readonly code: KubeErrorCode
  /** HTTP status of the response, 0 without one. */
  readonly status: number
  readonly causes: readonly FieldCause[]
  readonly denied: DeniedRight | undefined
  readonly retryAfterSeconds: number | undefined

  /** `message` is the API server's own if it sent one: it may be shown as the detail of an error. */
  constructor(code: KubeErrorCode, message: string, details: KubeErrorDetails = {}) {
    super(message, details)
    this.code = code
    this.status = details.status ?? 0
    this.causes = details.causes ?? []
    this.denied = details.denied
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** The fields that are used of the API server's response to a refused call. */
export interface StatusDocument {
  message?: unknown
  reason?: unknown
  code?: unknown
  details?: { causes?: unknown; retryAfterSeconds?: unknown }
}

const CODE_BY_REASON: Record<string, KubeErrorCode> = {
  Unauthorized: 'Unauthorized',
  Forbidden: 'Forbidden',
  NotFound: 'NotFound',
  AlreadyExists: 'AlreadyExists',
  Conflict: 'Conflict',
  Invalid: 'Invalid',
  BadRequest: 'BadRequest',
  Expired: 'Expired',
  Gone: 'Expired',
  TooManyRequests: 'TooManyRequests',
  Timeout: 'Timeout',
  ServiceUnavailable: 'Unreachable',
}

const CODE_BY_STATUS: Record<number, KubeErrorCode> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  422: 'Invalid',
  429: 'TooManyRequests',
  503: 'Unreachable',
  504: 'Timeout',
}

/** The error that the API server's response describes. `right` is the permission that the call needs. */
export function refusal(status: number, document: StatusDocument | undefined, right?: DeniedRight): KubeError {
  const reason = typeof document?.reason === 'string' ? document.reason : ''
  const message =
    typeof document?.message === 'string' && document.message !== ''
      ? document.message
      : `The Kubernetes API server responded with status ${status}`
  const code = CODE_BY_REASON[reason] ?? CODE_BY_STATUS[status] ?? 'ServerError'
  const retryAfterSeconds = document?.details?.retryAfterSeconds
  return new KubeError(code, message, {
    status,
    causes: readCauses(document?.details?.causes),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
    ...(code === 'Forbidden' && right !== undefined && isAboutRights(message) && { denied: right }),
  })
}

/** Quotas and namespaces that are being deleted refuse with the same reason as missing rights do. */
function isAboutRights(message: string): boolean {
  return /User "[^"]*" cannot \S+ (resource|path) /.test(message)
}

function readCauses(causes: unknown): FieldCause[] {
  if (!Array.isArray(causes)) return []
  return causes.map((cause: { field?: unknown; message?: unknown; reason?: unknown } | null) => ({
    field: cause?.field === '<nil>' ? '' : String(cause?.field ?? ''),
    message: String(cause?.message ?? ''),
    reason: String(cause?.reason ?? ''),
  }))
}

/** Converts transport errors to `KubeError`. Other errors are returned unchanged. */
export function exchangeFailure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof KubeError) return error
  if (signal?.aborted && (error === signal.reason || isNamed(error, 'AbortError'))) {
    return isNamed(signal.reason, 'TimeoutError')
      ? new KubeError('Timeout', 'The Kubernetes API server did not respond in time', { cause: error })
      : new KubeError('Aborted', 'The request was canceled', { cause: error })
  }
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return new KubeError('Timeout', 'The Kubernetes API server did not respond in time', { cause: error })
  }
  if (error instanceof errors.HTTPParserError || error instanceof errors.ResponseExceededMaxSizeError) {
    return new KubeError('Unreadable', 'The response of the Kubernetes API server cannot be read', { cause: error })
  }
  // A malformed request is our own bug and must surface as one.
  if (error instanceof errors.InvalidArgumentError || error instanceof errors.RequestContentLengthMismatchError) {
    return error
  }
  if (error instanceof Error && 'code' in error && UNTRUSTED.test(String(error.code))) {
    return new KubeError('Untrusted', error.message, { cause: error })
  }
  if (error instanceof errors.UndiciError || isNetworkError(error)) {
    return new KubeError('Unreachable', 'The connection to the Kubernetes API server failed', { cause: error })
  }
  return error
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}

/** Codes of certificates that the check of TLS rejects. */
const UNTRUSTED = /^(ERR_TLS_CERT_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** Codes of sockets and name resolution (`ECONNREFUSED`, `EAI_AGAIN`) and of TLS (`CERT_HAS_EXPIRED`, `ERR_TLS_…`). */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  return /^(E[A-Z_]+|ERR_(TLS|SSL)_.*|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/.test(error.code)
}
