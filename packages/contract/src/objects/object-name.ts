const encoder = new TextEncoder()

/**
 * Why an object name is invalid, or undefined if it is valid. These are MinIO's limits; an invalid name is rejected, never
 * stored under a different one. The text completes "The storage cannot hold this object name: …".
 */
export function objectNameProblem(key: string): string | undefined {
  if (key === '') return 'it is empty'
  if (!key.isWellFormed()) return 'it is not valid Unicode'
  if (key.includes('\0')) return 'it contains a null character'
  if (isLonger(key, 1024)) return 'it is longer than 1,024 bytes'
  if (key.startsWith('/')) return 'it starts with a slash'
  const segments = key.split('/')
  if (segments.at(-1) === '') segments.pop()
  for (const segment of segments) {
    if (segment === '') return 'it contains two slashes in a row'
    if (segment === '.' || segment === '..') return `it contains the path segment "${segment}"`
    if (isLonger(segment, 255)) return 'a path segment is longer than 255 bytes'
  }
  return undefined
}

/** Encodes only what is neither short nor long enough anyway: an upload can have thousands of names. */
function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && encoder.encode(text).length > bytes)
}
