/** Bytes that the hex viewer reads at a time. */
export const HEX_PAGE = 64 * 1024
/** The most bytes that it shows. */
export const HEX_LIMIT = 1024 * 1024

/**
 * Bytes as rows of their position, their values and their ASCII characters, like `hexdump -C`.
 * @param start the position of the first byte in the object
 * @param perRow a multiple of 8
 */
export function hexRows(bytes: Uint8Array, start: number, perRow: number): string {
  const digits = start + bytes.length > 0xffffffff ? 12 : 8
  const rows: string[] = []
  for (let at = 0; at < bytes.length; at += perRow) {
    const row = bytes.subarray(at, at + perRow)
    let values = ''
    let characters = ''
    for (let column = 0; column < perRow; column++) {
      const byte = row[column]
      values += `${column % 8 === 0 ? ' ' : ''} ${byte === undefined ? '  ' : byte.toString(16).padStart(2, '0')}`
      if (byte !== undefined) characters += byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.'
    }
    rows.push(`${(start + at).toString(16).padStart(digits, '0')}${values}  ${characters}`)
  }
  return rows.join('\n')
}
