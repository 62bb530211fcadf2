/**
 * Parses a multipart form (RFC 7578, names encoded by the WHATWG's "multipart/form-data encoding algorithm") as it arrives:
 * only the current piece is buffered, and nothing is read before it is requested.
 */
import { WireError } from '../errors.ts'

/** One part of the form, in the order of arrival. */
export interface FormPart {
  /** Decoded field name and file name. */
  name: string
  /** Undefined for a plain field. */
  fileName: string | undefined
  contentType: string
  /** Bytes of the whole body before the first byte of this part's content. */
  offset: number
  /** Of the content, if it is known before the content is read. */
  size: number | undefined
  /**
   * To be read to its end, or not at all (then it is skipped), before the next part is requested. A piece is valid until the
   * next one is requested.
   */
  content: AsyncIterable<Buffer>
}

/** `incomplete`: the body ends before the form does. */
export type FormFault = 'malformed' | 'incomplete' | 'encoding'

/** The size that a client announces for a part's content: the next delimiter is searched for only after it. */
export type AnnouncedSize = (part: Omit<FormPart, 'size' | 'content'>) => number | undefined

/** Creates the error for an invalid form; by default MalformedPOSTRequest. */
export type FormFailure = (fault: FormFault, reason: string, options?: ErrorOptions) => Error

const MAX_HEADER_BYTES = 16 * 1024
const CRLF = Buffer.from('\r\n')
const HEADER_END = Buffer.from('\r\n\r\n')

/** The boundary in a Content-Type, if there is one. */
export function readBoundary(contentType: string): string | undefined {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(contentType)
  return match?.[1] ?? match?.[2]
}

/** @throws WireError MalformedPOSTRequest if the Content-Type has none */
export function formBoundary(contentType: string): string {
  const boundary = readBoundary(contentType)
  if (boundary === undefined) throw malformedForm('no multipart boundary param in Content-Type')
  return boundary
}

/**
 * File names are kept unchanged, including backslashes and folders, since they become object keys. A caller that stops early
 * must `return` the generator, as `for await` does: that stops the reading of the body.
 * @throws the error from `failure` if the body isn't a form or ends before the form does
 */
export async function* formParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  failure: FormFailure = (_, reason, options) => malformedForm(reason, options),
  announcedSize: AnnouncedSize = () => undefined,
): AsyncGenerator<FormPart> {
  const source = new Source(body, failure)
  try {
    yield* partsOf(source, boundary, { failure, announcedSize })
  } finally {
    await source.close()
  }
}

async function* partsOf(
  source: Source,
  boundary: string,
  { failure, announcedSize }: { failure: FormFailure; announcedSize: AnnouncedSize },
): AsyncGenerator<FormPart> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter may open the body without a preceding line break.
  source.unread(CRLF)
  for await (const _preamble of source.until(delimiter)) {
    // Text before the first delimiter is ignored.
  }
  for (;;) {
    const mark = await source.line()
    if (mark.startsWith('--')) return
    if (mark.trim() !== '') throw failure('malformed', 'text behind a delimiter')
    const header = await source.header()
    // The CRLF that was prepended isn't part of the body.
    const part = { ...describePart(header, failure), offset: source.consumed - CRLF.length }
    const size = announcedSize(part)
    const content = source.until(delimiter, size)
    yield { ...part, size, content }
    for await (const _rest of content) {
      // A part that the caller skipped.
    }
  }
}

function describePart(header: string, failure: FormFailure): Omit<FormPart, 'offset' | 'size' | 'content'> {
  const fields = new Map<string, string>()
  // Lines end with CRLF only: a bare CR or LF must not start another header.
  for (const line of header.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  const disposition = fields.get('content-disposition') ?? ''
  if (!/^form-data\s*;/i.test(disposition)) throw failure('malformed', 'a part without a name')
  return {
    name: parameter(disposition, 'name', failure) ?? '',
    fileName: parameter(disposition, 'filename', failure),
    contentType: fields.get('content-type') || 'application/octet-stream',
  }
}

/**
 * Only quotes and line breaks are percent-encoded; a backslash is literal. Clients that escape quotes with backslashes are
 * rejected: half of such a name would be another name.
 */
function parameter(disposition: string, name: string, failure: FormFailure): string | undefined {
  if (!new RegExp(`;\\s*${name}=`, 'i').test(disposition)) return undefined
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))\\s*(?:;|$)`, 'i').exec(disposition)
  const value = match?.[1] ?? match?.[2]
  if (value === undefined) throw failure('malformed', 'a name that cannot be read')
  return value.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')
}

export function malformedForm(reason?: string, options?: ErrorOptions): WireError {
  const message = 'The body of your POST request is not well-formed multipart/form-data.'
  return new WireError('MalformedPOSTRequest', 400, reason === undefined ? message : `${message} (${reason})`, options)
}

/** The body as a byte string that is consumed from the front. */
class Source {
  /** Bytes consumed so far. */
  consumed = 0
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #failure: FormFailure
  #buffer: Buffer = Buffer.alloc(0)

  constructor(body: AsyncIterable<Uint8Array>, failure: FormFailure) {
    this.#failure = failure
    this.#chunks = body[Symbol.asyncIterator]()
  }

  unread(bytes: Buffer): void {
    this.#buffer = Buffer.concat([bytes, this.#buffer])
  }

  /**
   * Everything before `mark`, piece by piece; the mark itself is consumed. It isn't searched for in the first `known` bytes:
   * that would cost as much as passing them on.
   */
  async *until(mark: Buffer, known = 0): AsyncGenerator<Buffer> {
    for (let left = known; left > 0; ) {
      if (this.#buffer.length === 0) await this.#more()
      const piece = this.#take(Math.min(left, this.#buffer.length))
      left -= piece.length
      yield piece
    }
    for (;;) {
      const at = this.#buffer.indexOf(mark)
      if (at >= 0) {
        if (at > 0) yield this.#take(at)
        this.#take(mark.length)
        return
      }
      const safe = this.#buffer.length - beginningOf(mark, this.#buffer)
      if (safe > 0) yield this.#take(safe)
      await this.#more()
    }
  }

  /** The rest of the line, without its end. */
  async line(): Promise<string> {
    return await this.#text(CRLF)
  }

  /** A block of header lines, without the empty line behind it. */
  async header(): Promise<string> {
    return await this.#text(HEADER_END)
  }

  async #text(end: Buffer): Promise<string> {
    let at = this.#buffer.indexOf(end)
    // The closing delimiter may be the very last bytes, without a line break.
    while (at < 0 && !(end === CRLF && this.#buffer.subarray(0, 2).toString('latin1') === '--')) {
      if (this.#buffer.length > MAX_HEADER_BYTES) throw this.#failure('malformed', 'a header without end')
      await this.#more()
      at = this.#buffer.indexOf(end)
    }
    if (at > MAX_HEADER_BYTES) throw this.#failure('malformed', 'a header without end')
    const text = this.#decode(this.#take(at < 0 ? 2 : at))
    if (at >= 0) this.#take(end.length)
    return text
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    this.consumed += length
    return taken
  }

  async #more(): Promise<void> {
    // A body may free a chunk when the next one is requested.
    const rest = this.#buffer.length === 0 ? undefined : Buffer.from(this.#buffer)
    const { value, done } = await this.#chunks.next()
    if (done) throw this.#failure('incomplete', 'unexpected EOF')
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.length)
    this.#buffer = rest === undefined ? bytes : Buffer.concat([rest, bytes])
  }

  /** Rejects names that aren't UTF-8: replacing invalid bytes would change them. */
  #decode(bytes: Buffer): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch (cause) {
      throw this.#failure('encoding', 'a name is not UTF-8', { cause })
    }
  }
}

/** How many bytes at the end of `buffer` could be the start of `mark`. */
function beginningOf(mark: Buffer, buffer: Buffer): number {
  const [first = 0] = mark
  const end = buffer.subarray(Math.max(buffer.length - mark.length + 1, 0))
  for (let at = end.indexOf(first); at >= 0; at = end.indexOf(first, at + 1)) {
    if (end.subarray(at).equals(mark.subarray(0, end.length - at))) return end.length - at
  }
  return 0
}
