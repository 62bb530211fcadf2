/** A header name in Go's canonical form, as MinIO writes it: `Content-Type`, but `ETag`. */
export function canonicalHeaderName(name: string): string {
  if (name === 'etag') return 'ETag'
  return name.replace(/(^|-)([a-z])/g, (letter) => letter.toUpperCase())
}
