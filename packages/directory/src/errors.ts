/** What went wrong in the exchange with a directory. Messages are worded like those of MinIO's servers, which clients show. */
import { ResultCodeError } from 'ldapts'

export class DirectoryError extends Error {
  /** The result code of RFC 4511, or 200 if the exchange itself failed. */
  readonly code: number

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DirectoryError'
    this.code = code
  }
}

export const NO_SUCH_OBJECT = 32
export const INVALID_CREDENTIALS = 49
const NETWORK_ERROR = 200

const NAMES: Readonly<Record<number, string>> = {
  1: 'Operations Error',
  3: 'Time Limit Exceeded',
  4: 'Size Limit Exceeded',
  8: 'Strong Auth Required',
  13: 'Confidentiality Required',
  [NO_SUCH_OBJECT]: 'No Such Object',
  34: 'Invalid DN Syntax',
  48: 'Inappropriate Authentication',
  [INVALID_CREDENTIALS]: 'Invalid Credentials',
  50: 'Insufficient Access Rights',
  53: 'Unwilling To Perform',
}

export function networkError(reason: string, cause?: unknown): DirectoryError {
  return new DirectoryError(NETWORK_ERROR, `LDAP Result Code ${NETWORK_ERROR} "Network Error": ${reason}`, { cause })
}

/** Whether the directory's certificate is of an authority that isn't trusted. */
export function isUntrusted(error: unknown): boolean {
  const cause = error instanceof DirectoryError ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code)
}

export function toDirectoryError(error: unknown): DirectoryError {
  if (error instanceof DirectoryError) return error
  if (error instanceof ResultCodeError) {
    const reason = error.message.replace(/ Code: 0x[0-9a-f]+$/, '')
    return new DirectoryError(
      error.code,
      `LDAP Result Code ${error.code} "${NAMES[error.code] ?? 'Other'}": ${reason}`,
      {
        cause: error,
      },
    )
  }
  // Node.js appends advice about its own root certificates, which doesn't help here.
  const reason = error instanceof Error ? error.message.replace(/; if the root CA .*$/, '') : String(error)
  return networkError(reason, error)
}
