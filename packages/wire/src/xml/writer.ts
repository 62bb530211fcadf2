/**
 * Writes XML as MinIO does: Go's escapes (quotes as numbers), no indentation, no self-closing elements. Plain string building
 * for speed, since listings of a thousand keys are the most common document.
 */
import type { XmlElement } from './reader.ts'

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
export const S3_NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'
export const STS_NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/'

const ESCAPES: Record<string, string> = {
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}
const SPECIAL = /["'&<>\p{Cc}\ufffe\uffff]/u
const ALL_SPECIAL = /["'&<>\p{Cc}\ufffe\uffff]/gu
const NOT_XML = /[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu

/** The C1 controls (0x7f to 0x9f) are characters of XML 1.0, unlike most below 0x20. */
function isC1(code: number): boolean {
  return code >= 0x7f && code <= 0x9f
}

/**
 * Whether XML 1.0 can represent the text. A key that it can't represent can't appear in a document; use a call that has the key
 * in its path.
 */
export function isXmlText(text: string): boolean {
  for (const [char] of text.matchAll(NOT_XML)) {
    if (ESCAPES[char] === undefined && !isC1(char.charCodeAt(0))) return false
  }
  return true
}

/** Escapes text; a character that XML 1.0 can't represent becomes U+FFFD. */
export function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text.replace(ALL_SPECIAL, (char) => ESCAPES[char] ?? (isC1(char.charCodeAt(0)) ? char : '\ufffd'))
}

/**
 * Escapes as MinIO does in listings, where a control character becomes a numeric reference. XML 1.0 has no such references and
 * strict parsers reject them; requesting `encoding-type=url` avoids them.
 */
export function escapeListed(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text.replace(ALL_SPECIAL, (char) => {
    const code = char.charCodeAt(0)
    if (code < 0x20) return ESCAPES[char] ?? `&#x${code.toString(16).toUpperCase()};`
    return ESCAPES[char] ?? (isC1(code) ? char : '\ufffd')
  })
}

/** An element with text. */
export function element(name: string, text: string | number | boolean): string {
  return `<${name}>${typeof text === 'string' ? escapeText(text) : text}</${name}>`
}

/** The same, or nothing if the text is absent. */
export function optionalElement(name: string, text: string | number | boolean | undefined): string {
  return text === undefined ? '' : element(name, text)
}

/** An element as it was parsed, without attributes and text between children. */
export function writeXmlElement({ name, text, children }: XmlElement): string {
  return `<${name}>${children.length === 0 ? escapeText(text) : children.map(writeXmlElement).join('')}</${name}>`
}

/** A whole document: declaration and root element in a namespace. `inner` is XML. */
export function xmlDocument(root: string, namespace: string, inner: string): string {
  return `${XML_DECLARATION}<${root} xmlns="${namespace}">${inner}</${root}>`
}

/** The format of a date in S3 documents, from milliseconds since the epoch. */
export function isoDate(time: number): string {
  return new Date(time).toISOString()
}
