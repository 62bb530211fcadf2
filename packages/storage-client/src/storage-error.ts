import errors from 'undici/lib/core/errors.js'

/**
 * Why a call to the storage server failed:
 * - `unreachable`: no connection, or it broke; nothing is known about what the server did. Sending it again may work.
 * - `timeout`: connected, but the server didn't respond
 * - `refused`: the server responded with an error; `code` and `status` are the server's
 * - `aborted`: the caller canceled
 * - `unreadable`: the response violates the protocol
 */
export type StorageErrorKind = 'unreachable' | 'timeout' | 'refused' | 'aborted' | 'unreadable'

interface StorageErrorDetails extends ErrorOptions {
  code?: string
  status?: number
  region?: string
  deleteMarker?: string
  isGuess?: boolean
  server?: string
  requestId?: string
}

/** Every failure of a call to the storage server. `message` may contain internal addresses: it is for the log, not for users. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly kind: StorageErrorKind
  /** The server's own code (`NoSuchBucket`, `AccessDenied`), empty unless `kind` is `refused`. */
  readonly code: string
  /** HTTP status of the response, 0 without one. */
  readonly status: number
  /** The server's region, if it rejected the signature because of the region. */
  readonly region: string | undefined
  /** Version ID of the delete marker, if the requested object is deleted. */
  readonly deleteMarker: string | undefined
  /**
   * Whether the response says no error, as those to HEAD, and those of websites and proxies: `code` is only derived from the
   * status.
   */
  readonly isGuess: boolean
  /** What the server calls itself (`Server`), '' if it doesn't. */
  readonly server: string
  /** The server's number of the request, which its logs have too; '' without one. */
  readonly requestId: string

  constructor(kind: StorageErrorKind, message: string, details: StorageErrorDetails = {}) {
    super(message, details)
    this.kind = kind
    this.code = details.code ?? ''
    this.status = details.status ?? 0
    this.region = details.region
    this.deleteMarker = details.deleteMarker
    this.isGuess = details.isGuess ?? false
    this.server = details.server ?? ''
    this.requestId = details.requestId ?? ''
  }
}

/** Whether the server closed a connection that the request was sent over, without responding. */
export function brokeOnTheWay(error: unknown): boolean {
  return error instanceof StorageError && error.kind === 'unreachable' && isNamed(error.cause, 'SocketError')
}

/** Converts transport errors to `StorageError`. Other errors are returned unchanged. */
export function exchangeFailure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof StorageError) return error
  if (signal?.aborted && (error === signal.reason || isNamed(error, 'AbortError'))) {
    return isNamed(signal.reason, 'TimeoutError')
      ? new StorageError('timeout', 'The storage server did not respond before the deadline', { cause: error })
      : new StorageError('aborted', 'The caller aborted the request', { cause: error })
  }
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return new StorageError('timeout', 'The storage server accepted the request but did not respond', { cause: error })
  }
  if (
    isHttpFault(error) ||
    error instanceof errors.HTTPParserError ||
    error instanceof errors.ResponseContentLengthMismatchError
  ) {
    return new StorageError('unreadable', 'The response of the storage server is not valid HTTP', { cause: error })
  }
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new StorageError('unreadable', 'The response of the storage server is too large', { cause: error })
  }
  if (isOwnFault(error)) return error
  if (error instanceof errors.UndiciError || isNetworkError(error)) {
    return new StorageError('unreachable', 'The connection to the storage server failed', { cause: error })
  }
  return error
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}

/** From the parser of Node's own client. */
function isHttpFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_')
}

/** A malformed request is our own bug and must surface as one. */
function isOwnFault(error: unknown): boolean {
  return error instanceof errors.InvalidArgumentError || error instanceof errors.RequestContentLengthMismatchError
}

/** Codes of sockets and name resolution (`ECONNREFUSED`, `EAI_AGAIN`) and of TLS (`CERT_HAS_EXPIRED`, `ERR_TLS_…`). */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  return /^(E[A-Z_]+|ERR_(TLS|SSL)_.*|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/.test(error.code)
}
