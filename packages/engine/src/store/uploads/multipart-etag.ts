import { createHash } from 'node:crypto'

/** S3's ETag of a multipart object, from the hexadecimal ETags of its parts. */
export function multipartEtag(parts: readonly string[]): string {
  const md5 = createHash('md5')
  for (const etag of parts) md5.update(Buffer.from(etag, 'hex'))
  return `${md5.digest('hex')}-${parts.length}`
}
