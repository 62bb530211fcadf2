export interface CopySourceName {
  bucket: string
  key: string
  /** As sent; empty for the latest version. */
  versionId: string
}

/**
 * Parses the header `x-amz-copy-source`: bucket and key, escaped like a path, and optionally a version in a query. One slash
 * before the key is ignored, as in paths, so that policies name the object that is copied. Undefined if it doesn't contain both
 * a bucket and a key.
 */
export function readCopySource(header: string): CopySourceName | undefined {
  const mark = header.indexOf('?')
  const path = unescaped(mark < 0 ? header : header.slice(0, mark)).replace(/^\//, '')
  const slash = path.indexOf('/')
  if (slash <= 0 || slash === path.length - 1) return undefined
  const versionId = mark < 0 ? null : new URLSearchParams(header.slice(mark + 1)).get('versionId')
  return { bucket: path.slice(0, slash), key: path.slice(slash + 1).replace(/^\//, ''), versionId: versionId ?? '' }
}

/** A name that isn't escaped, for example one with a percent sign in it, is used unchanged. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
