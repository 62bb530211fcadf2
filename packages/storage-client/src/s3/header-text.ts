/**
 * User metadata values in headers. Values outside US-ASCII are sent as encoded words (RFC 2047), which MinIO and its clients
 * also write and read.
 */
const ENCODED_WORD = /=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi

/** What fits into an encoded word of at most 75 characters, without its delimiters, in groups of four Base64 characters. */
const BYTES_IN_WORD = 45

export function headerText(text: string): string {
  // Plain text that looks like an encoded word would be decoded.
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?') && text.trim() === text) return text
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > BYTES_IN_WORD) {
      words.push(word)
      word = ''
    }
    word += character
  }
  words.push(word)
  return words.map((part) => `=?UTF-8?b?${Buffer.from(part).toString('base64')}?=`).join(' ')
}

/** Decodes a header; invalid encoded words and bytes that aren't UTF-8 are left unchanged. */
export function textOfHeader(header: string): string {
  const raw = utf8(header) ?? header
  return raw
    .replace(/(=\?[^?]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(ENCODED_WORD, (word, charset: string, encoding: string, content: string) => {
      if (!/^(utf-8|us-ascii)$/i.test(charset)) return word
      const bytes = /b/i.test(encoding) ? Buffer.from(content, 'base64') : quoted(content)
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      } catch {
        return word
      }
    })
}

function quoted(content: string): Buffer {
  const text = content
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}

/** Node decodes headers as Latin-1, but many servers send UTF-8. */
function utf8(header: string): string | undefined {
  const bytes = Buffer.from(header, 'latin1')
  if (bytes.toString('latin1') !== header) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
