/**
 * Texts in the headers of user metadata. What US-ASCII cannot hold travels as encoded words (RFC 2047), which MinIO and its
 * clients write and read.
 */
const ENCODED_WORD = /=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi

/** As few bytes as an encoded word may have (75), without its frame, in groups of four characters of Base64. */
const BYTES_IN_WORD = 45

export function headerText(text: string): string {
  // A text that merely looks like an encoded word would be read as what it is not.
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

/** What a header says; encoded words that cannot be read are left as they are, as are bytes that are no UTF-8. */
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

/** Headers are read byte by byte as characters; many servers send UTF-8 in them. */
function utf8(header: string): string | undefined {
  const bytes = Buffer.from(header, 'latin1')
  if (bytes.toString('latin1') !== header) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
