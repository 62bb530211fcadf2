/** How much of each version is compared. */
export const COMPARED_BYTES = 1024 * 1024

/** The bytes as UTF-8 text; undefined if they aren't text. The last character may be cut off. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}
