/** UTF-16 order differs from byte order above the basic plane, so comparing strings would give a wrong `next`. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
