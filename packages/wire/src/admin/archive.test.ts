import { describe, expect, test } from 'vitest'
import { ArchiveError, readArchive, writeArchive } from './archive.ts'

const BOUNDS = { maxFiles: 10, maxBytes: 1 << 20 }
const FILES = new Map([
  ['iam-assets/users.json', '{"a":1}'],
  ['empty', ''],
  ['ünï/日本.json', 'x'.repeat(100_000)],
])
const read = (bytes: Buffer, bounds: Partial<typeof BOUNDS> = {}) => readArchive(bytes, { ...BOUNDS, ...bounds })
const archive = () => writeArchive(FILES)

/** The archive with one number of its last directory entry changed. */
async function altered(offset: number, value: number, size: 2 | 4 = 4): Promise<Buffer> {
  const bytes = await archive()
  bytes.writeUIntLE(value, bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + offset, size)
  return bytes
}

describe('archives of the admin API', () => {
  test('round-trip', async () => {
    const files = await read(await archive())
    expect(new Map([...files].map(([path, bytes]) => [path, bytes.toString()]))).toEqual(FILES)
  })

  test('may end in a comment', async () => {
    const bytes = Buffer.concat([await archive(), Buffer.from('text')])
    bytes.writeUInt16LE(4, bytes.length - 6)
    expect((await read(bytes)).size).toBe(3)
  })

  test.each([
    ['no archive', () => Buffer.from('not a zip'), 'not a zip archive'],
    ['nothing', () => Buffer.alloc(0), 'not a zip archive'],
    ['a cut archive', async () => (await archive()).subarray(0, -1), 'not a zip archive'],
    ['a directory that is elsewhere', async () => (await archive()).subarray(50), 'a broken directory'],
    ['an encrypted file', () => altered(8, 1, 2), 'is encrypted'],
    ['an unknown compression', () => altered(10, 99, 2), 'unknown way'],
    ['a wrong checksum', () => altered(16, 1), 'is damaged'],
    ['a file that inflates to more than it says', () => altered(24, 10), 'is damaged'],
    ['a file that inflates to less than it says', () => altered(24, 100_001), 'is damaged'],
    ['a file beyond the end', () => altered(42, 0xfffffff0), 'is damaged'],
    ['compressed bytes beyond the end', () => altered(20, 0xfffffff0), 'is damaged'],
  ])('refuse %s', async (_, bytes, reason) => {
    await expect(read(await bytes())).rejects.toThrow(ArchiveError)
    await expect(read(await bytes())).rejects.toThrow(reason)
  })

  test('refuse too many files and too many bytes before anything is inflated', async () => {
    await expect(read(await archive(), { maxFiles: 2 })).rejects.toThrow('more than 2 files')
    // The last file is damaged, which only inflating it would reveal.
    await expect(read(await altered(16, 1), { maxBytes: 100_000 })).rejects.toThrow('more than 100000 bytes of files')
  })

  test('are not written with more files than the format can count', async () => {
    const files = new Map(Array.from({ length: 65_536 }, (_, at) => [String(at), '']))
    await expect(writeArchive(files)).rejects.toThrow(ArchiveError)
    await expect(writeArchive(files)).rejects.toThrow('more than 65535 files')
  })

  test('yield to other work between their files', async () => {
    let turns = 0
    const ticker = setInterval(() => turns++, 0)
    await writeArchive(new Map(Array.from({ length: 200 }, (_, at) => [String(at), 'x'.repeat(100_000)])))
    clearInterval(ticker)
    expect(turns).toBeGreaterThan(5)
  })
})
