/**
 * The name of an object in an archive: a path that every tool on every system unpacks below the target folder. Anything
 * unsafe is percent-encoded: `.` and `..`, empty segments, backslashes (separators on Windows), a drive letter, control
 * characters. Names that already look encoded are encoded again, so that no two objects get the same name.
 */
export function zipName(name: string): string {
  const isFolder = name.endsWith('/')
  const segments = (isFolder ? name.slice(0, -1) : name).split('/').map(safeSegment)
  return segments.join('/') + (isFolder ? '/' : '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the pattern matches
const UNSAFE = /[\0-\x1f\x7f\\]|%(?=2[5EF]|3A|5C|7F|[01][0-9A-F])/g

function safeSegment(segment: string, index: number): string {
  if (segment === '') return '%2F'
  if (segment === '.' || segment === '..') return segment.replaceAll('.', '%2E')
  const safe = segment.replace(UNSAFE, encoded)
  return index === 0 ? safe.replace(/^([a-z]):/i, '$1%3A') : safe
}

function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
