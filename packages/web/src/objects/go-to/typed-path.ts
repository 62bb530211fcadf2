/** A typed or pasted path: `photos/2026/`, `/photos`, `s3://photos/a.txt`. */
export interface TypedPath {
  bucket: string
  /** The rest unchanged: keys can start and end with spaces. Undefined without a slash after the bucket. */
  key: string | undefined
}

export function typedPath(text: string): TypedPath {
  const path = text.trimStart().replace(/^(s3:\/)?\/+/, '')
  const slash = path.indexOf('/')
  if (slash < 0) return { bucket: path.trimEnd(), key: undefined }
  return { bucket: path.slice(0, slash), key: path.slice(slash + 1) }
}
