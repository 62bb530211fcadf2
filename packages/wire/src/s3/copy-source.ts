export interface CopySourceName {
  bucket: string
  key: string
  /** As sent, so it may be empty; undefined for the latest version. */
  versionId: string | undefined
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
  const query = new URLSearchParams(mark < 0 ? '' : header.slice(mark + 1))
  return {
    bucket: path.slice(0, slash),
    key: path.slice(slash + 1).replace(/^\//, ''),
    versionId: query.get('versionId') ?? undefined,
  }
}

/** A name that isn't escaped, for example one with a percent sign in it, is used unchanged. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
