import { BYTE_UNITS, type ByteUnit, bytesOf, largestExactUnit } from '@cooperage/contract'

/** A size as it is typed: the text of a number, and its unit. */
export interface SizeInput {
  amount: string
  unit: ByteUnit
}

/** A stored number of bytes in the largest unit in which it is a whole number (spec core-console 4). */
export function sizeInput(bytes: number): SizeInput {
  const { size, unit } = largestExactUnit(bytes)
  return { amount: String(size), unit }
}

/** Whole bytes of what is typed; undefined when it is no number, is negative, or is more than a number holds exactly. */
export function bytesOfInput({ amount, unit }: SizeInput): number | undefined {
  if (!/^\s*\d*\.?\d+\s*$|^\s*\d+\.\s*$/.test(amount)) return undefined
  const bytes = Math.round(bytesOf(Number(amount), unit))
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** The units of a field that begins above bytes, such as a bandwidth's: GiB and so on. */
export function unitsFrom(first: ByteUnit): readonly ByteUnit[] {
  return BYTE_UNITS.slice(BYTE_UNITS.indexOf(first))
}
