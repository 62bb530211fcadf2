import type { ParquetParsers } from 'hyparquet'
import { CELL_LENGTH, type Cell, cut } from '../table-data.ts'

const MICROSECONDS = 1000n
const NANOSECONDS = 1_000_000n
const SHOWN_BYTES = 32

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Values as they are shown: a text for what JavaScript has no type for. */
export const parsers: ParquetParsers = {
  timestampFromMilliseconds: (millis) => new Date(Number(millis)),
  timestampFromMicroseconds: (micros) => exactTime(micros, MICROSECONDS, 6),
  timestampFromNanoseconds: (nanos) => exactTime(nanos, NANOSECONDS, 9),
  dateFromDays: (days) => isoOf(new Date(days * 86_400_000)).slice(0, 10),
  stringFromBytes: textOrBytes,
  // Its text is shown, so there is no need to parse it.
  jsonFromBytes: textOrBytes,
  geometryFromBytes: (bytes) => bytes,
  geographyFromBytes: (bytes) => bytes,
  uuidFromBytes: (bytes) =>
    bytes?.length === 16 ? hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : bytes,
}

/** The text of a value, cut to the length of a cell. */
export function cellText(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return cut(value)
  return cut(textOf(value, CELL_LENGTH + 1, 0))
}

/** As JSON, with at least `limit` characters or all of them. */
function textOf(value: unknown, limit: number, depth: number): string {
  if (typeof value === 'string') return depth === 0 ? value : JSON.stringify(cut(value))
  if (value instanceof Date) return isoOf(value)
  if (value instanceof Uint8Array)
    return `${hexOf(value.subarray(0, SHOWN_BYTES))}${value.length > SHOWN_BYTES ? '…' : ''}`
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  const entries = isList ? value.entries() : Object.entries(value)
  let text = isList ? '[' : '{'
  let isFirst = true
  for (const [name, member] of entries) {
    if (text.length > limit) return text
    text += `${isFirst ? '' : ', '}${isList ? '' : `${JSON.stringify(cut(String(name)))}: `}`
    text += textOf(member ?? null, limit - text.length, depth + 1)
    isFirst = false
  }
  return `${text}${isList ? ']' : '}'}`
}

/** Old writers don't distinguish text from other bytes. */
function textOrBytes(bytes: Uint8Array | undefined): string | Uint8Array | undefined {
  try {
    return bytes && decoder.decode(bytes)
  } catch {
    return bytes
  }
}

function exactTime(value: bigint, perMillisecond: bigint, digits: number): Date | string {
  const rest = ((value % perMillisecond) + perMillisecond) % perMillisecond
  const time = new Date(Number((value - rest) / perMillisecond))
  if (rest === 0n || Number.isNaN(time.getTime())) return time
  return `${time.toISOString().slice(0, -1)}${rest.toString().padStart(digits - 3, '0')}Z`
}

function isoOf(time: Date): string {
  return Number.isNaN(time.getTime()) ? 'invalid date' : time.toISOString()
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
