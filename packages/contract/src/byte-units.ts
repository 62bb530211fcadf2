const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const

/** Bytes in the largest binary unit that keeps the number at 1 or above, one decimal: `1.5 GiB`, `0 B` (spec core-console 9). */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  // 1023.95 would be shown as 1024.0 of the smaller unit.
  while (value >= (unit === 0 ? 1024 : 1023.95) && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`
}
