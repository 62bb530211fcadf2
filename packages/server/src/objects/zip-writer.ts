/**
 * Writes zip archives as they are read (PKWARE APPNOTE 6.3.10), with back-pressure for slow clients: nothing is produced
 * before it is requested. Contents are stored uncompressed, since most of what fills a bucket is compressed already.
 *
 * An entry with buffered content has its checksum and size in front of it. For streamed content they are known only
 * afterwards and follow in a data descriptor. Anything above 4 GiB or 65,534 entries uses Zip64 records. About a hundred
 * bytes of each entry are kept, for the central directory: without that, no tool treats the archive as complete.
 */
import { crc32 } from 'node:zlib'

export interface ZipEntry {
  /** A path with slashes; one that ends with a slash is a folder and has no content. */
  name: string
  modified: Date
  content: Buffer | StreamedContent
}

interface StreamedContent {
  /** Exactly the number of bytes that will follow. */
  size: number
  bytes: AsyncIterable<Uint8Array>
}

const LOCAL_HEADER = 0x04034b50
const DATA_DESCRIPTOR = 0x08074b50
const CENTRAL_HEADER = 0x02014b50
const ZIP64_END = 0x06064b50
const ZIP64_LOCATOR = 0x07064b50
const END = 0x06054b50

const HAS_DESCRIPTOR = 1 << 3
const UTF8_NAME = 1 << 11
const VERSION = 20
const VERSION_ZIP64 = 45
/** Unix attributes. */
const MADE_BY_UNIX = 3 << 8
const FILE_ATTRIBUTES = 0o100644 * 0x10000
const FOLDER_ATTRIBUTES = 0o040755 * 0x10000 + 0x10
const TIMESTAMP_EXTRA = 0x5455
const ZIP64_EXTRA = 0x0001

/** A field with this value refers to the Zip64 record for the real one. */
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
const MAX_SECONDS = 0x7fffffff
const DIRECTORY_BLOCK_BYTES = 64 * 1024

/** The fields of a header. */
interface Described {
  name: Buffer
  flags: number
  modified: Date
  crc: number
  size: number
  isFolder: boolean
}

/** The bytes of an archive. @throws Error if a content doesn't have the announced length; what was sent is then incomplete */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory = new ByteLog()
  let count = 0
  let offset = 0
  for await (const { name, modified, content } of entries) {
    const isHeld = Buffer.isBuffer(content)
    const entry: Described = {
      name: Buffer.from(name),
      flags: UTF8_NAME | (isHeld ? 0 : HAS_DESCRIPTOR),
      modified,
      crc: isHeld ? crc32(content) : 0,
      size: isHeld ? content.length : content.size,
      isFolder: name.endsWith('/'),
    }
    const header = localHeader(entry)
    const start = offset
    offset += header.length + entry.size
    yield header
    if (isHeld) yield content
    else {
      let received = 0
      for await (const bytes of content.bytes) {
        entry.crc = crc32(bytes, entry.crc)
        received += bytes.length
        yield bytes
      }
      if (received !== entry.size) throw new Error(`An entry of ${entry.size} bytes has brought ${received}`)
      const descriptor = dataDescriptor(entry)
      offset += descriptor.length
      yield descriptor
    }
    directory.append(centralHeader(entry, start))
    count++
  }
  yield* directory.blocks()
  yield endOfDirectory(count, directory.length, offset)
}

function localHeader(entry: Described): Buffer {
  const streams = (entry.flags & HAS_DESCRIPTOR) !== 0
  const isZip64 = entry.size >= MAX_32
  // If a descriptor follows, the sizes here are zero, but its width has to be declared.
  const size = streams ? 0 : entry.size
  const zip64 = isZip64 ? zip64Extra([size, size]) : EMPTY
  const extra = Buffer.concat([timestampExtra(entry.modified), zip64])
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL_HEADER, 0)
  header.writeUInt16LE(isZip64 ? VERSION_ZIP64 : VERSION, 4)
  header.writeUInt16LE(entry.flags, 6)
  header.writeUInt32LE(dosTime(entry.modified), 10)
  header.writeUInt32LE(entry.crc, 14)
  header.writeUInt32LE(isZip64 ? MAX_32 : size, 18)
  header.writeUInt32LE(isZip64 ? MAX_32 : size, 22)
  header.writeUInt16LE(entry.name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, entry.name, extra])
}

function dataDescriptor({ crc, size }: Described): Buffer {
  const isZip64 = size >= MAX_32
  const descriptor = Buffer.alloc(isZip64 ? 24 : 16)
  descriptor.writeUInt32LE(DATA_DESCRIPTOR, 0)
  descriptor.writeUInt32LE(crc, 4)
  if (isZip64) {
    descriptor.writeBigUInt64LE(BigInt(size), 8)
    descriptor.writeBigUInt64LE(BigInt(size), 16)
  } else {
    descriptor.writeUInt32LE(size, 8)
    descriptor.writeUInt32LE(size, 12)
  }
  return descriptor
}

function centralHeader(entry: Described, offset: number): Buffer {
  const { size } = entry
  const large = [...(size >= MAX_32 ? [size, size] : []), ...(offset >= MAX_32 ? [offset] : [])]
  const extra = Buffer.concat([timestampExtra(entry.modified), large.length > 0 ? zip64Extra(large) : EMPTY])
  const header = Buffer.alloc(46)
  const version = large.length > 0 ? VERSION_ZIP64 : VERSION
  header.writeUInt32LE(CENTRAL_HEADER, 0)
  header.writeUInt16LE(MADE_BY_UNIX | version, 4)
  header.writeUInt16LE(version, 6)
  header.writeUInt16LE(entry.flags, 8)
  header.writeUInt32LE(dosTime(entry.modified), 12)
  header.writeUInt32LE(entry.crc, 16)
  header.writeUInt32LE(Math.min(size, MAX_32), 20)
  header.writeUInt32LE(Math.min(size, MAX_32), 24)
  header.writeUInt16LE(entry.name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(entry.isFolder ? FOLDER_ATTRIBUTES : FILE_ATTRIBUTES, 38)
  header.writeUInt32LE(Math.min(offset, MAX_32), 42)
  return Buffer.concat([header, entry.name, extra])
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(Math.min(count, MAX_16), 8)
  end.writeUInt16LE(Math.min(count, MAX_16), 10)
  end.writeUInt32LE(Math.min(size, MAX_32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_32), 16)
  if (count < MAX_16 && size < MAX_32 && offset < MAX_32) return end

  const zip64 = Buffer.alloc(56)
  zip64.writeUInt32LE(ZIP64_END, 0)
  zip64.writeBigUInt64LE(44n, 4)
  zip64.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 12)
  zip64.writeUInt16LE(VERSION_ZIP64, 14)
  zip64.writeBigUInt64LE(BigInt(count), 24)
  zip64.writeBigUInt64LE(BigInt(count), 32)
  zip64.writeBigUInt64LE(BigInt(size), 40)
  zip64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(ZIP64_LOCATOR, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([zip64, locator, end])
}

const EMPTY = Buffer.alloc(0)

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8)
  extra.writeUInt16LE(ZIP64_EXTRA, 0)
  extra.writeUInt16LE(values.length * 8, 2)
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8)
  return extra
}

/** The time in UTC, to the second: the older field has no time zone and a resolution of two seconds. */
function timestampExtra(modified: Date): Buffer {
  const extra = Buffer.alloc(9)
  extra.writeUInt16LE(TIMESTAMP_EXTRA, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeUInt32LE(Math.min(MAX_SECONDS, Math.max(0, Math.floor(modified.getTime() / 1000))), 5)
  return extra
}

/** Time in the low half, date in the high half; from 1980 to 2107. */
function dosTime(modified: Date): number {
  const year = modified.getUTCFullYear() - 1980
  if (year < 0) return 0x00210000
  const date = (Math.min(year, 127) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate()
  const time =
    (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | Math.floor(modified.getUTCSeconds() / 2)
  return date * 0x10000 + time
}

/** A queue of bytes that is read once, in blocks instead of thousands of small buffers. */
class ByteLog {
  length = 0
  readonly #blocks: Buffer[] = []
  #free = 0

  append(bytes: Buffer): void {
    let left = bytes
    while (left.length > 0) {
      if (this.#free === 0) {
        this.#blocks.push(Buffer.allocUnsafeSlow(DIRECTORY_BLOCK_BYTES))
        this.#free = DIRECTORY_BLOCK_BYTES
      }
      const copied = left.copy(this.#blocks.at(-1) ?? EMPTY, DIRECTORY_BLOCK_BYTES - this.#free)
      this.#free -= copied
      left = left.subarray(copied)
    }
    this.length += bytes.length
  }

  *blocks(): Generator<Buffer> {
    const last = this.#blocks.pop()
    yield* this.#blocks
    if (last) yield last.subarray(0, DIRECTORY_BLOCK_BYTES - this.#free)
  }
}
