let serial = 0

/** 16 hexadecimal digits, later ones greater: nanoseconds since the epoch, from a clock with millisecond resolution. */
export function newRequestId(now = Date.now()): string {
  serial = (serial + 1) % 1_000_000
  return (BigInt(now) * 1_000_000n + BigInt(serial)).toString(16).toUpperCase().padStart(16, '0')
}
