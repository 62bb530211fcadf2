interface Content {
  size: number
  etag: string
}

/** Whether `copied` can be a copy of `source`: copies of multipart and encrypted objects have another ETag. */
export function isSameContent(source: Content, copied: Content & { headers: Record<string, string> }): boolean {
  const isEncrypted = copied.headers['x-amz-server-side-encryption'] !== undefined
  const isComparable = isDigest(source.etag) && isDigest(copied.etag) && !isEncrypted
  return copied.size === source.size && (!isComparable || copied.etag === source.etag)
}

function isDigest(etag: string): boolean {
  return /^[0-9a-f]{32}$/.test(etag)
}
