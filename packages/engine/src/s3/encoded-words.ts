/** A line of an encoded word has at most 75 characters (RFC 2047, section 2), twelve of which frame it. */
const MAX_ENCODED = 75 - '=?UTF-8?q?'.length - '?='.length

/**
 * User metadata that is more than ASCII, as MinIO and AWS answer it: the bytes that came, as encoded words (RFC 2047, "Q").
 * `value` has a character for each byte, as headers are received.
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

/** The bytes of one character are not parted. */
function charactersOf(value: string): string[] {
  return value.match(/[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\0-\xff]/g) ?? []
}

function encodeQ(character: string): string {
  if (character === ' ') return '_'
  if (/^[!-<>@-^`-~]$/.test(character)) return character
  return [...character].map((byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
