import { expect, test } from 'vitest'
import { openArchive } from './archive-list.ts'
import { padded, readerOf, tarHeader, zipOf } from './test-archives.ts'

const open = (bytes: Uint8Array) => openArchive(readerOf(bytes).readRange, bytes.length)

test('opens an archive by its content', async () => {
  expect(await open(zipOf([{ name: 'a' }]))).toMatchObject({ first: { entries: [{ name: 'a' }] } })
  const tar = new Uint8Array(Buffer.concat([tarHeader('b', 1), padded('x'), Buffer.alloc(1024)]))
  expect(await open(tar)).toMatchObject({ first: { entries: [{ name: 'b' }] } })
  expect(await open(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3))).toEqual({ gzip: { name: '', modified: '' } })
  expect(await open(new Uint8Array(2000))).toBeUndefined()
})
