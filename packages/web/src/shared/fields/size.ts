import { BYTE_UNITS, type ByteUnit, bytesOf, largestExactUnit } from '@cooperage/contract'

/** The values of a size field: the text of a number, and its unit. */
export interface SizeInput {
  amount: string
  unit: ByteUnit
}

/** A stored number of bytes in the largest unit in which it is an integer (spec core-console 4). */
export function sizeInput(bytes: number): SizeInput {
  const { size, unit } = largestExactUnit(bytes)
  return { amount: String(size), unit }
}

/** Whole bytes; undefined if it isn't a number, is negative, or isn't represented exactly. */
export function bytesOfInput({ amount, unit }: SizeInput): number | undefined {
  if (!/^\s*\d*\.?\d+\s*$|^\s*\d+\.\s*$/.test(amount)) return undefined
  const bytes = Math.round(bytesOf(Number(amount), unit))
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** The units from a given one on, for example GiB for a bandwidth. */
export function unitsFrom(first: ByteUnit): readonly ByteUnit[] {
  return BYTE_UNITS.slice(BYTE_UNITS.indexOf(first))
}
