/**
 * Parses XML from untrusted clients. Strict XML 1.0 (saxes) without document types, so the only entities are the five named
 * and the numeric ones; depth, length and number of elements are limited.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { WireError } from '../errors.ts'

/** Documents of S3 nest six deep at most. */
const MAX_DEPTH = 32
/** Characters directly inside an element. The blanks between ten thousand parts are fewer. */
const MAX_TEXT = 1024 * 1024

export function malformedXml(cause?: unknown): WireError {
  const message = 'The XML you provided was not well-formed or did not validate against our published schema.'
  const reason = cause instanceof Error ? ` (${cause.message})` : ''
  return new WireError('MalformedXML', 400, message + reason, cause === undefined ? {} : { cause })
}

/** The events of a parser. */
export interface XmlEvents {
  /** `depth` is 1 for the root. */
  open(name: string, depth: number): void
  /** Called for each attribute, before the `open` of its element is complete. */
  attribute?(): void
  /** `text` is all character data directly inside the element, including white space between child elements. */
  close(name: string, text: string, depth: number): void
}

export interface XmlReader {
  write(chunk: string | Uint8Array): void
  /** @throws WireError MalformedXML if the document isn't complete */
  end(): void
}

/**
 * Reads a document piece by piece. `write` and `end` throw a WireError `MalformedXML` for anything that is not well-formed,
 * not UTF-8, or beyond `maxBytes` (characters, where the pieces are strings).
 */
export function createXmlReader(events: XmlEvents, maxBytes: number): XmlReader {
  const parser = new SaxesParser({ position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const texts: string[] = []
  let text = ''
  let read = 0

  parser.on('error', (error) => {
    throw malformedXml(error)
  })
  parser.on('doctype', () => {
    throw malformedXml(new Error('document types are not supported'))
  })
  parser.on('opentagstart', (tag) => {
    texts.push(text)
    text = ''
    if (texts.length > MAX_DEPTH) throw malformedXml(new Error('too many levels'))
    events.open(localName(tag.name), texts.length)
  })
  if (events.attribute !== undefined) parser.on('attribute', () => events.attribute?.())
  const append = (more: string) => {
    text += more
    if (text.length > MAX_TEXT) throw malformedXml(new Error('too much text in an element'))
  }
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('closetag', (tag) => {
    events.close(localName(tag.name), text, texts.length)
    text = texts.pop() ?? ''
  })

  function decode(bytes?: Uint8Array): string {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch (error) {
      throw malformedXml(error)
    }
  }

  return {
    write(chunk) {
      read += chunk.length
      if (read > maxBytes) throw malformedXml(new Error('the document is too long'))
      parser.write(typeof chunk === 'string' ? chunk : decode(chunk))
    },
    end() {
      const rest = decode()
      if (rest !== '') parser.write(rest)
      parser.close()
    },
  }
}

/** Prefixes are ignored: no document mixes two vocabularies. */
function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** A whole element, for documents that are small enough to buffer. */
export interface XmlElement {
  name: string
  /** Character data directly inside. */
  text: string
  children: XmlElement[]
}

export interface XmlLimits {
  /** Default 2 MiB. */
  maxBytes?: number
  /** Elements and attributes. Default 100,000: more than twice what ten thousand parts need. */
  maxElements?: number
}

const DEFAULT_LIMITS: Required<XmlLimits> = { maxBytes: 2 * 1024 * 1024, maxElements: 100_000 }

/** A document, or one that `readXml` has read. */
export type XmlSource = string | Uint8Array | XmlElement

/**
 * Parses a whole document and checks the name of its root. Blocks the thread for as long as that takes: use `readXml` first for
 * documents of more than 64 KiB from untrusted clients.
 * @throws WireError MalformedXML
 */
export function parseXml(source: XmlSource, root: string, limits: XmlLimits = {}): XmlElement {
  const top = isElement(source) ? source : parseTree(source, limits)
  if (top?.name !== root) {
    throw malformedXml(new Error(`expected element type <${root}> but have <${top?.name ?? ''}>`))
  }
  return top
}

function isElement(source: XmlSource): source is XmlElement {
  return typeof source !== 'string' && !(source instanceof Uint8Array)
}

function parseTree(source: string | Uint8Array, limits: XmlLimits): XmlElement | undefined {
  const tree = createTreeReader(limits)
  tree.write(source)
  return tree.end()
}

/** Characters that are parsed at a time. */
const SLICE = 16 * 1024
/** How long one document can block the thread. */
const TURN_MS = 10

/**
 * Reads a whole document of any root without blocking the thread for long, for `parseXml` and the functions that are based on it.
 * @throws WireError MalformedXML
 */
export async function readXml(source: string, limits: XmlLimits = {}): Promise<XmlElement> {
  const tree = createTreeReader(limits)
  let since = performance.now()
  for (let at = 0; at < source.length; at += SLICE) {
    tree.write(source.slice(at, at + SLICE))
    if (performance.now() - since < TURN_MS) continue
    await nextTurn()
    since = performance.now()
  }
  const top = tree.end()
  if (top === undefined) throw malformedXml(new Error('the document has no root'))
  return top
}

interface TreeReader {
  write(chunk: string | Uint8Array): void
  end(): XmlElement | undefined
}

function createTreeReader(limits: XmlLimits): TreeReader {
  const { maxBytes, maxElements } = { ...DEFAULT_LIMITS, ...limits }
  const document: XmlElement = { name: '', text: '', children: [] }
  const open: XmlElement[] = [document]
  let elements = 0
  const count = () => {
    if (++elements > maxElements) throw malformedXml(new Error('too many elements'))
  }
  const reader = createXmlReader(
    {
      open(name) {
        count()
        const child: XmlElement = { name, text: '', children: [] }
        open.at(-1)?.children.push(child)
        open.push(child)
      },
      attribute: count,
      close(_, text) {
        const closed = open.pop()
        if (closed !== undefined) closed.text = text
      },
    },
    maxBytes,
  )
  return {
    write: (chunk) => reader.write(chunk),
    end() {
      reader.end()
      return document.children[0]
    },
  }
}

/** Text of the first child with that name; undefined if there is none. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** An integer of at most 15 digits. @throws WireError MalformedXML */
export function parseInteger(text: string | undefined): number {
  const trimmed = text?.trim() ?? ''
  if (!/^-?\d{1,15}$/.test(trimmed)) throw malformedXml(new Error('a number was expected'))
  return Number(trimmed)
}

/** Milliseconds since the epoch. @throws WireError MalformedXML */
export function parseDate(text: string | undefined): number {
  const time = Date.parse(text ?? '')
  if (Number.isNaN(time)) throw malformedXml(new Error('a date was expected'))
  return time
}

/** `true` in any case; anything else is false, as S3 reads it. */
export function parseBoolean(text: string | undefined): boolean {
  return text?.trim().toLowerCase() === 'true'
}

/** An ETag without its quotes. */
export function unquoted(etag: string): string {
  return etag.length >= 2 && etag.startsWith('"') && etag.endsWith('"') ? etag.slice(1, -1) : etag
}
