/** How the bytes of a text were read. */
type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'windows-1252'

interface DecodedText {
  text: string
  encoding: TextEncoding
}

/** How much of an object the viewers of texts read. */
export const TEXT_BYTES = 1024 * 1024

/** As many bytes as it takes to recognize UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4096
/** Control characters that texts contain: tab, line feed, vertical tab, form feed, carriage return, escape (of terminals). */
const TEXT_CONTROLS = new Set([9, 10, 11, 12, 13, 27])
/** The share of other control characters above which bytes are no text. */
const MAX_CONTROL_SHARE = 0.02

/**
 * Guesses the encoding of a text: byte order mark, UTF-8, UTF-16, else windows-1252, which accepts any bytes.
 * @param isWhole whether the bytes are the whole text; otherwise the last character may be cut off
 * @returns undefined for bytes that aren't text
 */
export function decodeText(bytes: Uint8Array, isWhole: boolean): DecodedText | undefined {
  const encoding = markedEncoding(bytes) ?? (isUtf8(bytes, isWhole) ? 'UTF-8' : (utf16Of(bytes) ?? 'windows-1252'))
  // Without an end, a decoder waits for the rest of a character that is cut off.
  const text = new TextDecoder(encoding).decode(bytes, { stream: !isWhole })
  return isText(text) ? { text, encoding } : undefined
}

function markedEncoding([first, second, third]: Uint8Array): TextEncoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'UTF-8'
  if (first === 0xff && second === 0xfe) return 'UTF-16LE'
  if (first === 0xfe && second === 0xff) return 'UTF-16BE'
  return undefined
}

function isUtf8(bytes: Uint8Array, isWhole: boolean): boolean {
  // UTF-16 of Latin letters is valid UTF-8 with a NUL at every other place.
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
    return true
  } catch {
    return false
  }
}

/** UTF-16 by its zeros: in scripts of Europe, one byte of nearly every pair. */
function utf16Of(bytes: Uint8Array): TextEncoding | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0] as [number, number]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1
  const pairs = sample.length / 2
  if (zeros[1] > pairs * 0.4 && zeros[0] < pairs * 0.1) return 'UTF-16LE'
  if (zeros[0] > pairs * 0.4 && zeros[1] < pairs * 0.1) return 'UTF-16BE'
  return undefined
}

function isText(text: string): boolean {
  const sample = text.slice(0, 64 * 1024)
  let controls = 0
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at)
    if (code === 0) return false
    if (code < 32 && !TEXT_CONTROLS.has(code)) controls += 1
  }
  return controls <= sample.length * MAX_CONTROL_SHARE
}
