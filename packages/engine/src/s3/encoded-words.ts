/** An encoded word has at most 75 characters, including its delimiters (RFC 2047, section 2). */
const MAX_ENCODED = 75 - '=?UTF-8?q?'.length - '?='.length

/**
 * Encodes non-ASCII user metadata as MinIO and AWS do: the received bytes as encoded words (RFC 2047, "Q" encoding).
 * `value` has one character per byte, like received headers.
 */
export function encodedWords(value: string): string {
  if (!/[^\t\x20-\x7e]/.test(value)) return value
  const words: string[] = []
  let word = ''
  for (const character of charactersOf(value)) {
    const encoded = encodeQ(character)
    if (word.length + encoded.length > MAX_ENCODED) {
      words.push(word)
      word = ''
    }
    word += encoded
  }
  words.push(word)
  return words.map((one) => `=?UTF-8?q?${one}?=`).join(' ')
}

/** Splits the value so that the bytes of a UTF-8 character stay together. */
function charactersOf(value: string): string[] {
  return value.match(/[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\0-\xff]/g) ?? []
}

function encodeQ(character: string): string {
  if (character === ' ') return '_'
  if (/^[!-<>@-^`-~]$/.test(character)) return character
  return [...character].map((byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
