import { MAX_SECRET_KEY_LENGTH, MIN_SECRET_KEY_LENGTH } from '@cooperage/contract'

/** Letters and digits without those that look alike: 0 O o, 1 I l. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

/** A random secret key of the maximum length that every server accepts. `fill` fills an array with random bytes. */
export function generateSecretKey(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes),
): string {
  // Bytes at or above the largest multiple of the alphabet's size would make its first characters more likely.
  const limit = 256 - (256 % ALPHABET.length)
  const bytes = new Uint8Array(MAX_SECRET_KEY_LENGTH)
  let secretKey = ''
  while (secretKey.length < MAX_SECRET_KEY_LENGTH) {
    fill(bytes)
    for (const byte of bytes) {
      if (byte < limit && secretKey.length < MAX_SECRET_KEY_LENGTH) secretKey += ALPHABET[byte % ALPHABET.length]
    }
  }
  return secretKey
}

/** Characters that a secret key needs to be called strong, without those that are easy to guess. */
const STRONG_LENGTH = 16
/** A secret key is weak if this many characters or fewer remain when the guessable ones are left out. */
const WEAK_LENGTH = 7
/** What guessing starts with. */
const COMMON =
  /passw[o0]rd|passwort|p[a@]ssw|secret|changeme|letmein|welcome|qwerty|qwertz|asdf|minio|admin|root|user|test/gi

export type SecretKeyVerdict = 'tooShort' | 'tooLong' | 'common' | 'predictable' | 'fair' | 'strong'

/**
 * A rough estimate from length, common words, repetition and sequences. It uses no dictionary, so a long sentence
 * counts as strong.
 */
export function judgeSecretKey(secretKey: string, maxBytes = Number.POSITIVE_INFINITY): SecretKeyVerdict {
  if ([...secretKey].length < MIN_SECRET_KEY_LENGTH) return 'tooShort'
  if (new TextEncoder().encode(secretKey).length > maxBytes) return 'tooLong'
  const unpredictable = unpredictableLength(secretKey)
  if (unpredictable <= WEAK_LENGTH) return 'predictable'
  const uncommon = unpredictableLength(secretKey.replace(COMMON, ''))
  if (uncommon <= WEAK_LENGTH && uncommon < unpredictable) return 'common'
  return uncommon >= STRONG_LENGTH ? 'strong' : 'fair'
}

/** Number of characters that neither repeat what precedes them ('aaaa', 'abab') nor continue a sequence ('4567', 'dcba'). */
function unpredictableLength(text: string): number {
  const codes = [...text.toLowerCase()].map((character) => character.codePointAt(0) ?? 0)
  const seen = new Set<string>()
  let count = 0
  for (const [index, code] of codes.entries()) {
    const [before = Number.NaN, previous = Number.NaN] = [codes[index - 2], codes[index - 1]]
    const step = code - previous
    const continuesSequence = Math.abs(step) <= 1 && step === previous - before
    const pair = `${previous} ${code}`
    if (!continuesSequence && !seen.has(pair)) count++
    seen.add(pair)
  }
  return count
}
