import { randomText } from '@cooperage/wire'

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const SUFFIX_LENGTH = 8
/** Storage servers support up to 255 bytes between two slashes. */
const MAX_BYTES = 200

/**
 * The name under which a file from a link is stored: its own, without folders, with a random suffix before the extension. So it
 * replaces nothing, and the sender doesn't find out which names exist.
 */
export function nameWithSuffix(fileName: string, randomBelow?: (limit: number) => number): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1).toWellFormed()
  const dot = name.lastIndexOf('.')
  const hasExtension = dot > 0 && name.length - dot <= 16
  const stem = shortened(hasExtension ? name.slice(0, dot) : name)
  const suffix = randomText(SUFFIX_LENGTH, LETTERS, randomBelow)
  return `${stem || 'file'}-${suffix}${hasExtension ? name.slice(dot) : ''}`
}

/** Cut between characters. */
function shortened(text: string): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > MAX_BYTES) return text.slice(0, end)
    end += character.length
  }
  return text
}
