/** Archives for tests, with what they claim beside what they contain. */
const encoder = new TextEncoder()

export interface TestEntry {
  name: string | Uint8Array
  content?: string
  /** The size that the directory claims. */
  size?: bigint | number
  isEncrypted?: boolean
  modified?: { date: number; time: number }
}

/** The directory of a zip archive without the files themselves, which no list reads. */
export function zipOf(
  entries: TestEntry[],
  { prefix = 0, comment = '', is64 = false, claims = {} as { count?: number } } = {},
) {
  const directory = entries.map(({ name, size = 0, isEncrypted = false, modified = { date: 0, time: 0 } }) => {
    const bytes = typeof name === 'string' ? encoder.encode(name) : name
    const isLarge = typeof size === 'bigint'
    const record = Buffer.alloc(46 + bytes.length + (isLarge ? 12 : 0))
    record.writeUInt32LE(0x02014b50, 0)
    record.writeUInt16LE(isEncrypted ? 1 : 0, 8)
    record.writeUInt16LE(modified.time, 12)
    record.writeUInt16LE(modified.date, 14)
    record.writeUInt32LE(isLarge ? 0xffffffff : size, 24)
    record.writeUInt16LE(bytes.length, 28)
    record.writeUInt16LE(isLarge ? 12 : 0, 30)
    record.set(bytes, 46)
    if (isLarge) {
      record.writeUInt16LE(1, 46 + bytes.length)
      record.writeUInt16LE(8, 48 + bytes.length)
      record.writeBigUInt64LE(size, 50 + bytes.length)
    }
    return record
  })
  const start = Buffer.alloc(prefix)
  const body = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(is64 ? 0xffff : (claims.count ?? entries.length) & 0xffff, 10)
  end.writeUInt32LE(is64 ? 0xffffffff : body.length, 12)
  end.writeUInt32LE(is64 ? 0xffffffff : prefix, 16)
  end.writeUInt16LE(comment.length, 20)
  const end64 = Buffer.alloc(is64 ? 76 : 0)
  if (is64) {
    end64.writeUInt32LE(0x06064b50, 0)
    end64.writeBigUInt64LE(BigInt(claims.count ?? entries.length), 32)
    end64.writeBigUInt64LE(BigInt(body.length), 40)
    end64.writeBigUInt64LE(BigInt(prefix), 48)
    end64.writeUInt32LE(0x07064b50, 56)
    end64.writeBigUInt64LE(BigInt(prefix + body.length), 64)
  }
  return new Uint8Array(Buffer.concat([start, body, end64, end, Buffer.from(comment)]))
}

/** A header of a tar archive, with a valid checksum. */
export function tarHeader(name: string, size: number | Uint8Array, type = '0', prefix = '') {
  const block = Buffer.alloc(512)
  block.write(name, 0, 100)
  block.write('0000644\0', 100)
  if (typeof size === 'number') block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else block.set(size, 124)
  block.write('14000000000\0', 136)
  block.write('        ', 148)
  block.write(type, 156)
  block.write('ustar\u000000', 257)
  block.write(prefix, 345)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

export function padded(content: string | Uint8Array) {
  const bytes = Buffer.from(content)
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

/** Reads of an archive in memory, counted. */
export function readerOf(bytes: Uint8Array, size = bytes.length) {
  const reads: [start: number, end: number][] = []
  const readRange = async (start: number, end: number) => {
    reads.push([start, end])
    return bytes.slice(start, Math.min(end, size))
  }
  return { readRange, reads }
}
