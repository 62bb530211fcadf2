/** In steps of 1024 (spec core-console 9). */
export const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const
export type ByteUnit = (typeof BYTE_UNITS)[number]

export function bytesOf(size: number, unit: ByteUnit): number {
  return size * 1024 ** BYTE_UNITS.indexOf(unit)
}

/** Bytes in the largest unit in which they are a whole number: 1536 bytes are 1536 B, 2048 are 2 KiB. 0 is 0 B. */
export function largestExactUnit(bytes: number): { size: number; unit: ByteUnit } {
  let size = bytes
  let power = 0
  while (size >= 1024 && size % 1024 === 0 && power < BYTE_UNITS.length - 1) {
    size /= 1024
    power += 1
  }
  return { size, unit: BYTE_UNITS[power] ?? 'B' }
}

type WriteNumber = (value: number, decimals: number) => string

let writeNumber: WriteNumber = (value, decimals) => value.toFixed(decimals)

/** Has {@link formatBytes} write numbers as the language of the page does. */
export function writeSizesWith(wanted: WriteNumber): void {
  writeNumber = wanted
}

/** Bytes in the largest binary unit that keeps the number at 1 or above, one decimal: `1.5 GiB`, `0 B` (spec core-console 9). */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  // 1023.95 would be shown as 1024.0 of the smaller unit.
  while (value >= (unit === 0 ? 1024 : 1023.95) && unit < BYTE_UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${writeNumber(value, unit === 0 ? 0 : 1)} ${BYTE_UNITS[unit]}`
}
