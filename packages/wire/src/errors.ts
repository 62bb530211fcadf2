/**
 * An error in the words of the protocol: `code` and `status` are those of S3, STS or the admin API, `message` is the sentence
 * that goes with them. Thrown by verifiers, decoders and parsers; rendered by the protocol handlers.
 */
export class WireError extends Error {
  override name = 'WireError'
  /** Protocol code, for example `SignatureDoesNotMatch`. */
  readonly code: string
  /** The HTTP status of the code. */
  readonly status: number
  /** Further response headers, for example the version that a failed condition was about. */
  readonly headers: Record<string, string>

  constructor(
    code: string,
    status: number,
    message: string,
    options?: ErrorOptions & { headers?: Record<string, string> },
  ) {
    super(message, options)
    this.code = code
    this.status = status
    this.headers = options?.headers ?? {}
  }
}
