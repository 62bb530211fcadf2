/**
 * A refusal in the words of the protocol: `code` and `status` are what S3, STS or the admin API answer on the wire,
 * `message` is the sentence that goes with them. Thrown by verifiers, decoders and parsers; rendered by the protocol heads.
 */
export class WireError extends Error {
  override name = 'WireError'
  /** Protocol code, for example `SignatureDoesNotMatch`. */
  readonly code: string
  /** HTTP status that belongs to the code. */
  readonly status: number
  /** Headers that the answer has beside the document, for example the version that a failed condition was about. */
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
