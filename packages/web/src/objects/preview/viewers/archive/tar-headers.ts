import { type ArchiveEntry, type ArchivePart, decodeName, isoTime, PART_ENTRIES } from './archive-entry.ts'

type ReadRange = (start: number, end: number) => Promise<Uint8Array>

const BLOCK = 512
/** Small files follow each other within one read. */
const WINDOW_BYTES = 32 * 1024
/** Reads of a part: large files are skipped, with one read each. */
const PART_READS = 100
/** The longest long name or PAX header that is read. */
const MAX_EXTENSION = 16 * 1024

const KINDS: Record<string, ArchiveEntry['kind']> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'link',
  '2': 'link',
  '5': 'folder',
}

/** Whether a block is the header of a tar archive's entry. */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length < BLOCK) return false
  const stated = numberOf(block.subarray(148, 156))
  let sum = 0
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : (block[at] ?? 0)
  return stated === sum
}

/** Reads the entries of a tar archive from a position on, skipping their contents. */
export async function readTarEntries(readRange: ReadRange, size: number, from: number): Promise<ArchivePart> {
  const entries: ArchiveEntry[] = []
  let window = { start: 0, bytes: new Uint8Array() as Uint8Array }
  let reads = 0
  /** Bytes of the archive, from the window that is already there if it has them. */
  const bytesAt = async (start: number, end: number) => {
    const isInside = start >= window.start && end <= window.start + window.bytes.length
    if (!isInside) {
      reads += 1
      window = { start, bytes: await readRange(start, Math.min(size, Math.max(end, start + WINDOW_BYTES))) }
    }
    return window.bytes.subarray(start - window.start, end - window.start)
  }

  let position = from
  /** Where an entry starts, with the extensions before it. */
  let entryStart = from
  let extended: Partial<ArchiveEntry> = {}
  while (position + BLOCK <= size) {
    if (entries.length === PART_ENTRIES || reads >= PART_READS) {
      // One that only extends its first entry, again and again, doesn't get further.
      return entryStart === from ? { entries, isDamaged: true } : { entries, next: entryStart, isDamaged: false }
    }
    const block = await bytesAt(position, position + BLOCK)
    // Two blocks of zeros end an archive; one will do.
    if (block.every((byte) => byte === 0)) return { entries, isDamaged: false }
    if (!isTarHeader(block)) return { entries, isDamaged: true }
    const type = String.fromCharCode(block[156] ?? 0)
    const stored = extended.size ?? numberOf(block.subarray(124, 136))
    const contentStart = position + BLOCK
    const isExtension = 'LKxg'.includes(type)
    // A link states the size of the file that it leads to, without its bytes.
    const contentBytes = isExtension ? numberOf(block.subarray(124, 136)) : KINDS[type] === 'link' ? 0 : stored
    if (!Number.isSafeInteger(contentBytes) || contentBytes < 0) return { entries, isDamaged: true }
    position = contentStart + Math.ceil(contentBytes / BLOCK) * BLOCK
    if (isExtension) {
      if (contentBytes <= MAX_EXTENSION && (type === 'L' || type === 'x')) {
        const content = await bytesAt(contentStart, contentStart + contentBytes)
        extended = { ...extended, ...(type === 'L' ? { name: decodeName(untilZero(content)) } : paxFields(content)) }
      }
      continue
    }
    const name = extended.name ?? nameOf(block)
    entries.push({
      name,
      size: stored,
      modified: extended.modified ?? isoTime(numberOf(block.subarray(136, 148))),
      kind: name.endsWith('/') ? 'folder' : (KINDS[type] ?? 'other'),
      isEncrypted: false,
    })
    extended = {}
    entryStart = position
  }
  // An archive ends with blocks of zeros.
  return { entries, isDamaged: true }
}

function nameOf(block: Uint8Array): string {
  const name = decodeName(untilZero(block.subarray(0, 100)))
  const isUstar = String.fromCharCode(...block.subarray(257, 263)) === 'ustar\0'
  const prefix = isUstar ? decodeName(untilZero(block.subarray(345, 500))) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

/** Lines of `<length> <key>=<value>`. */
function paxFields(content: Uint8Array): Partial<ArchiveEntry> {
  const fields: Partial<ArchiveEntry> = {}
  let at = 0
  while (at < content.length) {
    const space = content.indexOf(32, at)
    const length =
      space < 0 ? Number.NaN : Number(String.fromCharCode(...content.subarray(at, Math.min(space, at + 8))))
    if (!(length > space - at)) return fields
    const line = content.subarray(space + 1, at + length - 1)
    const equals = line.indexOf(61)
    const value = line.subarray(equals + 1)
    const key = decodeName(line.subarray(0, Math.max(0, equals)))
    if (key === 'path') fields.name = decodeName(value)
    if (key === 'size') fields.size = Number(decodeName(value))
    if (key === 'mtime') fields.modified = isoTime(Number(decodeName(value)))
    at += length
  }
  return fields
}

/** Octal digits, or the big-endian number that GNU tar writes where these don't suffice. */
function numberOf(field: Uint8Array): number {
  const first = field[0] ?? 0
  if (first & 0x80) return field.subarray(1).reduce((number, byte) => number * 256 + byte, first & 0x7f)
  const digits = String.fromCharCode(...field)
    .replaceAll('\0', ' ')
    .trim()
  return digits === '' ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
}

function untilZero(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0)
  return end < 0 ? field : field.subarray(0, end)
}
