/** Control and format characters, those of bidirectional text among them, and separators of lines. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The last segment of a key, with `_` for characters that nobody sees: direction marks make `gpj.exe` look like `exe.jpg`. */
export function visibleName(key: string): string {
  return key
    .slice(key.replace(/\/$/, '').lastIndexOf('/') + 1)
    .replace(/\/$/, '')
    .replace(INVISIBLE, '_')
}

/** Content-Disposition of a download (RFC 6266): a plain ASCII name for old clients, and the real one as in RFC 8187. */
export function attachment(key: string): string {
  const name = visibleName(key)
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`
}

/** encodeURIComponent doesn't encode `'()*`, which RFC 8187 doesn't allow in an extended value. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
