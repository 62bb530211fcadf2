import { type ArchiveEntry, type ArchivePart, decodeName, PART_ENTRIES } from './archive-entry.ts'

type ReadRange = (start: number, end: number) => Promise<Uint8Array>

/** Where the central directory of a zip archive is, and how many entries it claims. */
interface ZipDirectory {
  start: number
  end: number
  count: number
}

const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
const END64_LOCATOR_SIGNATURE = 0x07064b50
const END64_LOCATOR_BYTES = 20
const END64_SIGNATURE = 0x06064b50
const END64_BYTES = 56
const MAX_COMMENT = 0xffff
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
/** Longer than the longest entry, with its name, extra fields and comment. */
const WINDOW_BYTES = 256 * 1024

/** Finds the central directory at the end of a zip archive, also of one with 64-bit sizes; undefined if there is none. */
export async function findZipDirectory(readRange: ReadRange, size: number): Promise<ZipDirectory | undefined> {
  const tailStart = Math.max(0, size - END_BYTES - MAX_COMMENT - END64_LOCATOR_BYTES)
  const tail = viewOf(await readRange(tailStart, size))
  const at = findEnd(tail)
  if (at === undefined) return undefined
  let directory = {
    count: tail.getUint16(at + 10, true),
    bytes: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true),
  }
  let end = tailStart + at
  const locator = at - END64_LOCATOR_BYTES
  if (locator >= 0 && tail.getUint32(locator, true) === END64_LOCATOR_SIGNATURE) {
    const recordAt = uint64(tail, locator + 8)
    // Only reads what lies before the locator, whatever it claims.
    const record =
      recordAt + END64_BYTES <= tailStart + locator
        ? viewOf(await readRange(recordAt, recordAt + END64_BYTES))
        : undefined
    if (record?.byteLength === END64_BYTES && record.getUint32(0, true) === END64_SIGNATURE) {
      directory = { count: uint64(record, 32), bytes: uint64(record, 40), offset: uint64(record, 48) }
      end = recordAt
    }
  }
  // The archive may follow other data, for example a program that unpacks it: the directory ends where its end record starts.
  const start = end - directory.bytes
  if (start < 0 || directory.offset > start) return undefined
  return { start, end, count: directory.count }
}

/** Reads the entries of the central directory from a position on. */
export async function readZipEntries(
  readRange: ReadRange,
  directory: ZipDirectory,
  from: number,
): Promise<ArchivePart> {
  const entries: ArchiveEntry[] = []
  let position = from
  while (position < directory.end) {
    const view = viewOf(await readRange(position, Math.min(position + WINDOW_BYTES, directory.end)))
    let at = 0
    while (at < view.byteLength) {
      if (entries.length === PART_ENTRIES) return { entries, next: position + at, isDamaged: false }
      const length = entryLength(view, at)
      if (length === undefined) return { entries, isDamaged: true }
      // Continued in the next window, unless this one starts with it.
      if (at + length > view.byteLength) break
      entries.push(entryAt(view, at))
      at += length
    }
    if (at === 0) return { entries, isDamaged: true }
    position += at
  }
  return { entries, isDamaged: false }
}

/** The length of an entry; one that is cut off is longer than the view. Undefined for something else. */
function entryLength(view: DataView, at: number): number | undefined {
  if (at + ENTRY_BYTES > view.byteLength) return ENTRY_BYTES
  if (view.getUint32(at, true) !== ENTRY_SIGNATURE) return undefined
  return ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
}

function entryAt(view: DataView, at: number): ArchiveEntry {
  const nameLength = view.getUint16(at + 28, true)
  const nameStart = at + ENTRY_BYTES
  const name = decodeName(new Uint8Array(view.buffer, view.byteOffset + nameStart, nameLength))
  const flags = view.getUint16(at + 8, true)
  return {
    name,
    size: sizeOf(view, at),
    modified: dosTime(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
    kind: name.endsWith('/') ? 'folder' : 'file',
    isEncrypted: (flags & 1) !== 0,
  }
}

/** The size of the unpacked file: one that needs 64 bits is the first number of the extra field 1. */
function sizeOf(view: DataView, at: number): number {
  const size = view.getUint32(at + 24, true)
  if (size !== 0xffffffff) return size
  const start = at + ENTRY_BYTES + view.getUint16(at + 28, true)
  const end = start + view.getUint16(at + 30, true)
  for (let field = start; field + 4 <= end; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) === 1 && field + 12 <= end) return uint64(view, field + 4)
  }
  return size
}

/** A local time without a zone, taken as UTC. */
function dosTime(date: number, time: number): string {
  const parsed = new Date(
    Date.UTC(1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2),
  )
  return date === 0 ? '' : parsed.toISOString()
}

/** The position of the end record: the last one whose comment ends with the archive. */
function findEnd(view: DataView): number | undefined {
  for (let at = view.byteLength - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue
    if (at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength) return at
  }
  return undefined
}

function uint64(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
