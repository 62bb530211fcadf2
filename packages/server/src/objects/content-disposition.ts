/**
 * Content-Disposition of a download (RFC 6266): a plain ASCII name for old readers, and the real one by RFC 8187. The name is
 * the last segment of the key.
 */
export function attachment(key: string): string {
  const name = key.slice(key.replace(/\/$/, '').lastIndexOf('/') + 1).replace(/\/$/, '')
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`
}

/** encodeURIComponent leaves `'()*` alone, which RFC 8187 does not allow in an extended value. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
