import { expect, test } from 'vitest'
import { readerOf, type TestEntry, zipOf } from './test-archives.ts'
import { findZipDirectory, readZipEntries } from './zip-directory.ts'

async function list(archive: Uint8Array) {
  const { readRange, reads } = readerOf(archive)
  const directory = await findZipDirectory(readRange, archive.length)
  if (directory === undefined) return undefined
  const part = await readZipEntries(readRange, directory, directory.start)
  return { ...part, reads, directory }
}

const names = (part: { entries: { name: string }[] } | undefined) => part?.entries.map(({ name }) => name)

test('lists names, sizes, times and encryption', async () => {
  const modified = { date: ((2026 - 1980) << 9) | (11 << 5) | 26, time: (13 << 11) | (5 << 5) | 4 }
  const part = await list(
    zipOf([
      { name: 'a/', modified },
      { name: 'a/b.txt', size: 12, isEncrypted: true },
    ]),
  )
  expect(part?.entries).toEqual([
    { name: 'a/', size: 0, modified: '2026-11-26T13:05:08.000Z', kind: 'folder', isEncrypted: false },
    { name: 'a/b.txt', size: 12, modified: '', kind: 'file', isEncrypted: true },
  ])
  expect(part).toMatchObject({ isDamaged: false, directory: { count: 2 } })
  expect(part).not.toHaveProperty('next')
})

test('finds the directory after a program, before a comment, and with 64-bit sizes', async () => {
  const entries: TestEntry[] = [{ name: 'x', size: 5_000_000_000n }]
  for (const options of [
    { prefix: 100_000 },
    { comment: 'PK\u0005\u0006 is no end' },
    { is64: true, prefix: 300_000 },
  ]) {
    expect((await list(zipOf(entries, options)))?.entries).toMatchObject([{ name: 'x', size: 5_000_000_000 }])
  }
  // The program was put before the archive afterwards.
  const moved = Buffer.concat([Buffer.alloc(5000), zipOf(entries)])
  expect(names(await list(new Uint8Array(moved)))).toEqual(['x'])
})

test('an archive without files is valid', async () => {
  expect(await list(zipOf([]))).toMatchObject({ entries: [], isDamaged: false })
})

test('keeps hostile names as text, and cuts long ones', async () => {
  const hostile = ['../../etc/passwd', 'C:\\x', 'invoice\u202Egpj.exe', 'a\u0000b\n<script>', '/']
  const part = await list(zipOf([...hostile.map((name) => ({ name })), { name: 'y'.repeat(65_000) }]))
  expect(names(part)?.slice(0, 5)).toEqual(hostile)
  expect(names(part)?.[5]).toHaveLength(1025)
  expect(names(await list(zipOf([{ name: Uint8Array.of(0x66, 0xfc, 0x72) }])))).toEqual(['für'])
})

test('reads long lists in parts, and claims beyond the directory are ignored', async () => {
  const archive = zipOf(
    Array.from({ length: 1200 }, (_, at) => ({ name: `${at}-${'n'.repeat(500)}` })),
    { claims: { count: 65_535 } },
  )
  const { readRange, reads } = readerOf(archive)
  const directory = await findZipDirectory(readRange, archive.length)
  const found: string[] = []
  for (let at = directory?.start; at !== undefined && directory; ) {
    const part = await readZipEntries(readRange, directory, at)
    found.push(...part.entries.map(({ name }) => name))
    at = part.next
  }
  expect(found).toHaveLength(1200)
  expect(found[1199]).toMatch(/^1199-n/)
  expect(Math.max(...reads.map(([start, end]) => end - start))).toBeLessThanOrEqual(256 * 1024)
})

test('a claimed size of petabytes is only a number', async () => {
  const part = await list(zipOf([{ name: 'bomb', size: 2n ** 64n - 1n }]))
  expect(part?.entries[0]?.size).toBe(2 ** 64)
  expect(part?.reads.length).toBeLessThanOrEqual(3)
})

test('reports damage instead of failing, wherever an archive is cut or changed', async () => {
  const archive = zipOf(
    [
      { name: 'first', size: 3n },
      { name: 'second', size: 4 },
    ],
    { is64: true, prefix: 10 },
  )
  for (let at = 0; at < archive.length; at++) {
    await list(archive.slice(0, at))
    await list(archive.slice(at))
    for (const value of [0, 0x7f, 0xff]) await list(archive.with(at, value) as Uint8Array)
  }
  const broken = zipOf([{ name: 'first' }, { name: 'second' }])
  expect(await list(broken.with(46 + 5, 0) as Uint8Array)).toMatchObject({
    isDamaged: true,
    entries: [{ name: 'first' }],
  })
})

test('a file without a directory is no archive', async () => {
  expect(await list(new Uint8Array(100_000))).toBeUndefined()
  expect(await list(new Uint8Array())).toBeUndefined()
  expect(await list(zipOf([{ name: 'a' }], { prefix: 0 }).slice(10))).toBeUndefined()
})
