/**
 * Zip archives of the admin API's exports and imports (PKWARE APPNOTE 6.3.10): small files, whole in memory, without
 * Zip64. Everything that an archive declares is checked against limits before a file is inflated.
 */
import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRaw } from 'node:zlib'

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END = 0x06054b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff

const STORED = 0
const DEFLATED = 8
const IS_ENCRYPTED = 1
const UTF8_NAME = 1 << 11
const VERSION = 20
/** 1980-01-01, the first day that the format can represent. */
const NO_DATE = 0x21

/** The format counts files with 16 bits. */
export const MAX_ARCHIVE_FILES = 0xffff

const deflate = promisify<Uint8Array, Buffer>(deflateRaw)
const inflate = promisify(inflateRaw)

/** Why an archive is invalid. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

export interface ArchiveBounds {
  maxFiles: number
  /** Of all files together, inflated. */
  maxBytes: number
}

/**
 * An archive of files by path, with slashes. Yields to other work between two files.
 * @throws ArchiveError for more files than `MAX_ARCHIVE_FILES`
 */
export async function writeArchive(files: ReadonlyMap<string, string | Uint8Array>): Promise<Buffer> {
  if (files.size > MAX_ARCHIVE_FILES) throw new ArchiveError(`more than ${MAX_ARCHIVE_FILES} files`)
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of files) {
    const name = Buffer.from(path)
    const bytes = Buffer.from(content)
    const deflated = await deflate(bytes)
    const common = commonFields({ name, crc: crc32(bytes), compressed: deflated.length, size: bytes.length })
    const local = Buffer.concat([uint32(LOCAL_HEADER), common, name, deflated])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([uint32(CENTRAL_HEADER), uint16(VERSION), common, central, name]))
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(files.size, 8)
  end.writeUInt16LE(files.size, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

/** The files of an archive by path, without folders. @throws ArchiveError */
export async function readArchive(bytes: Buffer, bounds: ArchiveBounds): Promise<Map<string, Buffer>> {
  const entries = readDirectory(bytes, bounds)
  const files = new Map<string, Buffer>()
  for (const entry of entries) {
    if (entry.path.endsWith('/')) continue
    if (files.has(entry.path)) throw new ArchiveError(`${entry.path} is in the archive twice`)
    files.set(entry.path, await readContent(bytes, entry))
  }
  return files
}

interface Entry {
  path: string
  method: number
  crc: number
  compressed: number
  size: number
  offset: number
}

function readDirectory(bytes: Buffer, { maxFiles, maxBytes }: ArchiveBounds): Entry[] {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > maxFiles) throw new ArchiveError(`more than ${maxFiles} files`)
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  let total = 0
  while (entries.length < count) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== CENTRAL_HEADER) throw new ArchiveError('a broken directory')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    if (next > end) throw new ArchiveError('a broken directory')
    const entry: Entry = {
      path: bytes.toString('utf8', at + 46, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      compressed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    if ((bytes.readUInt16LE(at + 8) & IS_ENCRYPTED) !== 0) throw new ArchiveError(`${entry.path} is encrypted`)
    total += entry.size
    if (total > maxBytes) throw new ArchiveError(`more than ${maxBytes} bytes of files`)
    entries.push(entry)
    at = next
  }
  return entries
}

/** The end is followed by a comment at most. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)
  for (let at = bytes.length - END_BYTES; at >= first; at--) {
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at
  }
  throw new ArchiveError('not a zip archive')
}

async function readContent(bytes: Buffer, { path, method, crc, compressed, size, offset }: Entry): Promise<Buffer> {
  const broken = (cause?: unknown) => new ArchiveError(`${path} is damaged`, { cause })
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_HEADER) throw broken()
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + compressed > bytes.length) throw broken()
  const raw = bytes.subarray(start, start + compressed)
  if (method !== STORED && method !== DEFLATED) throw new ArchiveError(`${path} is compressed in an unknown way`)
  // zlib stops if there is more than the directory declares; it accepts no limit of zero.
  const content =
    method === STORED
      ? raw
      : await inflate(raw, { maxOutputLength: Math.max(1, size) }).catch((cause: unknown) => {
          throw broken(cause)
        })
  if (content.length !== size || crc32(content) !== crc) throw broken()
  return content
}

/** The fields that the header before a file and its entry in the directory share. */
function commonFields(of: { name: Buffer; crc: number; compressed: number; size: number }): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8_NAME, 2)
  fields.writeUInt16LE(DEFLATED, 4)
  fields.writeUInt16LE(NO_DATE, 8)
  fields.writeUInt32LE(of.crc, 10)
  fields.writeUInt32LE(of.compressed, 14)
  fields.writeUInt32LE(of.size, 18)
  fields.writeUInt16LE(of.name.length, 22)
  return fields
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
