import { AppError } from '@cooperage/contract'

/** One part of a multipart form, in the order in which they arrive. */
export interface FormPart {
  /** Field name and file name as the sender meant them; `fileName` is undefined for a plain field. */
  name: string
  fileName: string | undefined
  contentType: string
  /** Bytes of the whole body that lie before the first byte of this part's content. */
  offset: number
  /** To be read to its end, or not at all (then it is skipped), before the next part is asked for. */
  content: AsyncIterable<Buffer>
}

const MAX_HEADER_BYTES = 16 * 1024
const CRLF = Buffer.from('\r\n')
const HEADER_END = Buffer.from('\r\n\r\n')

/** The boundary that a Content-Type names. @throws AppError UnsupportedMediaType when it is no multipart form */
export function formBoundary(contentType: string | undefined): string {
  const match = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType ?? '')
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) throw new AppError('UnsupportedMediaType', { expected: 'a multipart form' })
  return boundary
}

/**
 * Reads a multipart form (RFC 7578, with the name encoding of the WHATWG "multipart/form-data encoding algorithm") as it
 * arrives: nothing is held but the piece under way, and nothing more is read than asked for. File names are kept as they
 * are, backslashes and folders included, since they become object names.
 * @throws AppError UploadIncomplete when the body ends before the form does, InvalidInput when it is no form
 */
export async function* formParts(body: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const source = new Source(body)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter may open the body without the line break before it.
  source.unread(CRLF)
  for await (const _preamble of source.until(delimiter)) {
    // Text before the first delimiter has no meaning.
  }
  for (;;) {
    const mark = await source.line()
    if (mark.startsWith('--')) return
    if (mark.trim() !== '') throw invalidForm()
    const headers = await source.header()
    const content = source.until(delimiter)
    // The CRLF put before the body was never part of it.
    yield { ...describePart(headers), offset: source.consumed - CRLF.length, content }
    for await (const _rest of content) {
      // A part that the caller did not want.
    }
  }
}

function describePart(header: string): Omit<FormPart, 'offset' | 'content'> {
  const fields = new Map<string, string>()
  for (const line of header.split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  const disposition = fields.get('content-disposition') ?? ''
  if (!/^form-data\s*;/i.test(disposition)) throw invalidForm()
  return {
    name: parameter(disposition, 'name') ?? '',
    fileName: parameter(disposition, 'filename'),
    contentType: fields.get('content-type') || 'application/octet-stream',
  }
}

/**
 * Quotes and line breaks come percent-encoded and nothing else does; a backslash is only itself. Senders that escape quotes
 * by backslashes are refused: half of such a name would be another name.
 */
function parameter(disposition: string, name: string): string | undefined {
  if (!new RegExp(`;\\s*${name}=`, 'i').test(disposition)) return undefined
  const value = new RegExp(`;\\s*${name}="([^"]*)"\\s*(?:;|$)`, 'i').exec(disposition)?.[1]
  if (value === undefined) throw invalidForm()
  return value.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')
}

function invalidForm(): AppError {
  return new AppError('InvalidInput', { reason: 'the body is not a well-formed multipart form' })
}

/** The body as a string of bytes that is taken from the front. */
class Source {
  /** Bytes taken so far. */
  consumed = 0
  readonly #chunks: AsyncIterator<Buffer>
  #buffer: Buffer = Buffer.alloc(0)

  constructor(body: AsyncIterable<Buffer>) {
    this.#chunks = body[Symbol.asyncIterator]()
  }

  unread(bytes: Buffer): void {
    this.#buffer = Buffer.concat([bytes, this.#buffer])
  }

  /** Everything before `mark`, piece by piece; the mark itself is taken and dropped. Ends at once when called again. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
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
    // The closing delimiter may be the very last bytes, without a line end.
    while (at < 0 && !(end === CRLF && this.#buffer.subarray(0, 2).toString('latin1') === '--')) {
      if (this.#buffer.length > MAX_HEADER_BYTES) throw invalidForm()
      await this.#more()
      at = this.#buffer.indexOf(end)
    }
    if (at > MAX_HEADER_BYTES) throw invalidForm()
    const text = decodeText(this.#take(at < 0 ? 2 : at))
    if (at >= 0) this.#take(end.length)
    return text
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    this.consumed += length
    return taken
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next().catch((error) => {
      throw isReset(error) ? new AppError('UploadIncomplete', {}, { cause: error }) : error
    })
    if (done) throw new AppError('UploadIncomplete')
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value])
  }
}

/** Names that are no UTF-8 are refused: replacing what is wrong would make them other names. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AppError('InvalidInput', { reason: 'a name in the form is not UTF-8' }, { cause: error })
  }
}

/** How many bytes at the end of `buffer` could be the first ones of `mark`. */
function beginningOf(mark: Buffer, buffer: Buffer): number {
  for (let length = Math.min(mark.length - 1, buffer.length); length > 0; length--) {
    if (buffer.subarray(buffer.length - length).equals(mark.subarray(0, length))) return length
  }
  return 0
}

/** The sender has gone in the middle of the body. */
function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}
