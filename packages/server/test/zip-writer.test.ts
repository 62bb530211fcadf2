import { execFileSync } from 'node:child_process'
import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { readZip, tempFolder, unzipProblem, unzipPrograms } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { type ZipEntry, zip } from '../src/objects/zip-writer.ts'

const folder = tempFolder('zip')
const programs = unzipPrograms()
const modified = new Date('2026-03-04T05:06:07Z')

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values
}

async function archiveOf(entries: Iterable<ZipEntry>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of zip(each(entries))) pieces.push(piece)
  return Buffer.concat(pieces)
}

const held = (name: string, text = name): ZipEntry => ({ name, modified, content: Buffer.from(text) })
const streamed = (name: string, pieces: string[], size = pieces.join('').length): ZipEntry => ({
  name,
  modified,
  content: { size, bytes: each(pieces.map((piece) => Buffer.from(piece))) },
})

const ENTRIES = () => [
  held('a.txt'),
  held('empty', ''),
  { name: 'folder/', modified, content: Buffer.alloc(0) },
  streamed('folder/日本 Zoë.txt', ['first ', 'second']),
  streamed('old', ['x']),
]

test('names and contents are where the directory says', async () => {
  const found = readZip(await archiveOf(ENTRIES()))
  expect([...found].map(([name, content]) => [name, content.toString()])).toEqual([
    ['a.txt', 'a.txt'],
    ['empty', ''],
    ['folder/', ''],
    ['folder/日本 Zoë.txt', 'first second'],
    ['old', 'x'],
  ])
})

test.skipIf(programs.length === 0)('other programs read every entry completely', async () => {
  const file = join(folder.path, 'plain.zip')
  writeFileSync(file, await archiveOf(ENTRIES()))
  expect(programs.map((program) => unzipProblem(program, file))).toEqual(programs.map(() => ''))
  const none = join(folder.path, 'none.zip')
  writeFileSync(none, await archiveOf([]))
  expect(readZip(await archiveOf([])).size).toBe(0)
})

test.skipIf(programs.length === 0)('writes more entries than the old format can count', async () => {
  const file = join(folder.path, 'many.zip')
  const names = Array.from({ length: 66_000 }, (_, index) => held(`file-${index}`, 'x'))
  writeFileSync(file, await archiveOf(names))
  expect(programs.map((program) => unzipProblem(program, file))).toEqual(programs.map(() => ''))
})

test.skipIf(!programs.includes('python3'))(
  'writes an entry beyond 4 GiB, and one after it',
  { timeout: 120_000 },
  async () => {
    const file = join(folder.path, 'large.zip')
    const zeros = Buffer.alloc(64 * 1024 * 1024)
    const size = 65 * zeros.length + 5
    const large = {
      name: 'large',
      modified,
      content: { size, bytes: each([...Array.from({ length: 65 }, () => zeros), Buffer.from('hello')]) },
    }
    const descriptor = openSync(file, 'w')
    let at = 0
    for await (const piece of zip(each([large, held('behind.txt', 'behind it')]))) {
      // A sparse file reads as zeros there, and takes no space.
      if (piece !== zeros) writeSync(descriptor, piece, 0, piece.length, at)
      at += piece.length
    }
    closeSync(descriptor)
    expect(statSync(file).size).toBe(at)
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print([i.file_size for i in z.infolist()], z.read("behind.txt"))'
    expect(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }).trim()).toBe(`[${size}, 9] b'behind it'`)
  },
)

test('content with the wrong length ends the archive without a directory', async () => {
  await expect(archiveOf([streamed('short', ['abc'], 4)])).rejects.toThrow('An entry of 4 bytes has brought 3')
})
