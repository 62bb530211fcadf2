import { expect, test } from 'vitest'
import { isTarHeader, readTarEntries } from './tar-headers.ts'
import { padded, readerOf, tarHeader } from './test-archives.ts'

const END = Buffer.alloc(1024)
const archiveOf = (...blocks: Uint8Array[]) => new Uint8Array(Buffer.concat(blocks))

async function list(archive: Uint8Array, size = archive.length) {
  const { readRange, reads } = readerOf(archive, size)
  return { ...(await readTarEntries(readRange, size, 0)), reads }
}

test('lists files, folders and links without reading large files', async () => {
  const archive = archiveOf(
    tarHeader('folder/', 0, '5'),
    tarHeader('small.txt', 5),
    padded('hello'),
    tarHeader('large.bin', 1024 * 1024, '0', 'some/where'),
    Buffer.alloc(1024 * 1024),
    tarHeader('link', 77, '2'),
    tarHeader('device', 0, '3'),
    END,
  )
  const { entries, reads, isDamaged } = await list(archive)
  expect(entries.map(({ name, size, kind }) => [name, size, kind])).toEqual([
    ['folder/', 0, 'folder'],
    ['small.txt', 5, 'file'],
    ['some/where/large.bin', 1024 * 1024, 'file'],
    ['link', 77, 'link'],
    ['device', 0, 'other'],
  ])
  expect(entries[0]?.modified).toBe('2021-01-14T08:25:36.000Z')
  expect(isDamaged).toBe(false)
  expect(reads).toHaveLength(2)
})

test('reads the long names and sizes of GNU tar and PAX', async () => {
  const long = `${'d/'.repeat(150)}file`
  const line = (key: string, value: string) => {
    const rest = ` ${key}=${value}\n`
    const length = rest.length + String(rest.length + 3).length
    return `${length}${rest}`
  }
  const pax = line('path', `${long}.pax`) + line('mtime', '1800000000.5') + line('comment', 'x')
  const archive = archiveOf(
    tarHeader('././@LongLink', long.length + 1, 'L'),
    padded(`${long}\0`),
    tarHeader('cut', 0),
    tarHeader('PaxHeader', pax.length, 'x'),
    padded(pax),
    tarHeader('cut', 0),
    tarHeader('global', pax.length, 'g'),
    padded(pax),
    // 8 GiB, in the base of GNU tar.
    tarHeader('huge', Uint8Array.of(0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0)),
  )
  const { entries } = await list(archive, 2 ** 35)
  expect(entries.map(({ name, size }) => [name, size])).toEqual([
    [long, 0],
    [`${long}.pax`, 0],
    ['huge', 2 ** 33],
  ])
  expect(entries[1]?.modified).toBe('2027-01-15T08:00:00.500Z')
})

test('a list continues where its part ended', async () => {
  const archive = archiveOf(...Array.from({ length: 700 }, (_, at) => tarHeader(`${at}`, 0)), END)
  const { readRange } = readerOf(archive)
  const first = await readTarEntries(readRange, archive.length, 0)
  const second = await readTarEntries(readRange, archive.length, first.next ?? 0)
  expect([first.entries.length, second.entries.length]).toEqual([500, 200])
  expect(second.entries.at(-1)?.name).toBe('699')
  expect(second.next).toBeUndefined()
})

test('an archive of large files is read in parts of a hundred reads', async () => {
  // Sparse: every read returns the same header.
  const header = tarHeader('x', 1024 * 1024)
  let reads = 0
  const part = await readTarEntries(
    async (start, end) => {
      reads += 1
      return new Uint8Array(Buffer.concat([header, Buffer.alloc(end - start - 512)]))
    },
    2 ** 40,
    0,
  )
  expect([part.entries.length, reads]).toEqual([100, 100])
  expect(part.next).toBeGreaterThan(0)
})

test('reports damage: false sizes, a wrong checksum, a missing end, extensions without an entry', async () => {
  const good = tarHeader('good', 0)
  const lies = [
    tarHeader(
      'negative',
      Uint8Array.from({ length: 12 }, () => 0xff),
    ),
    tarHeader('no number', new Uint8Array(Buffer.from('99999999999\0'))),
    Buffer.from(good).fill(1, 0, 1),
    Buffer.alloc(512, 7),
    tarHeader('beyond the end', 2 ** 30),
  ]
  for (const lie of lies) expect((await list(archiveOf(good, lie, END))).isDamaged).toBe(true)
  expect((await list(archiveOf(good))).isDamaged).toBe(true)
  const endless = archiveOf(...Array.from({ length: 10_000 }, () => tarHeader('x', 0, 'x')))
  expect((await list(endless)).isDamaged).toBe(true)
  const negative = archiveOf(tarHeader('p', 20, 'x'), padded('20 size=-1024\n\n\n\n\n\n\n'), good, END)
  expect((await list(negative)).isDamaged).toBe(true)
})

test('survives every change of a byte', async () => {
  const archive = archiveOf(
    tarHeader('p', 20, 'x'),
    padded('20 path=aaaaaaaaaaa\n'),
    tarHeader('a', 3),
    padded('abc'),
    END,
  )
  for (let at = 0; at < 1024; at++)
    for (const value of [0, 0x31, 0xff]) await list(archive.with(at, value) as Uint8Array)
  for (let length = 0; length < archive.length; length += 7) await list(archive.slice(0, length))
})

test('distinguishes the header of a tar archive from other blocks', () => {
  expect(isTarHeader(tarHeader('a', 1))).toBe(true)
  expect(isTarHeader(new Uint8Array(512))).toBe(false)
  expect(isTarHeader(new Uint8Array(10))).toBe(false)
})
