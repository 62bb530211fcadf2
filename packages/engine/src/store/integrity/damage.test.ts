import { open as openFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BLOCK_BYTES, CHECKSUM_BYTES } from '../files/blocks.ts'
import { realFiles } from '../files/real-files.ts'
import { objectKey } from '../index/keys.ts'
import { openLmdbIndex } from '../index/lmdb-index.ts'
import { decodeRow, type ObjectRow } from '../index/rows.ts'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'
import { bodyOf, collect, dataFiles, METADATA, putText, readAll, temporaryStore } from '../testing/temporary-store.ts'
import { verifyContent } from './verify-content.ts'

const SIZE = 2 * BLOCK_BYTES + 1000
const BYTES = Buffer.alloc(SIZE, 'abcdefghijk')

const damaged = (name: string) =>
  expect.objectContaining({ code: 'ObjectDamaged', message: expect.stringMatching(name) })

/** Changes one bit of the only data file, at a position counted from the end when negative. */
async function flip(dataDir: string, position: number): Promise<void> {
  const [id = ''] = await dataFiles(dataDir)
  const file = await openFile(join(dataDir, 'objects', id.slice(0, 2), id), 'r+')
  const at = position < 0 ? (await file.stat()).size + position : position
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  byte.writeUInt8(byte.readUInt8() ^ 4)
  await file.write(byte, 0, 1, at)
  await file.close()
}

async function readUntilRefused(store: Store, key: string): Promise<{ given: number; error: unknown }> {
  const object = await store.openObject('casks', key)
  let given = 0
  try {
    for await (const chunk of object.read()) given += chunk.length
    return { given, error: undefined }
  } catch (error) {
    return { given, error }
  } finally {
    await object.close()
  }
}

test.each([
  ['the first byte', 0, 0],
  ['the last byte of the first block', BLOCK_BYTES - 1, 0],
  ['the sum of the first block', BLOCK_BYTES, 0],
  ['the first byte of the second block', BLOCK_BYTES + CHECKSUM_BYTES, BLOCK_BYTES],
  ['the last byte of all', -1 - CHECKSUM_BYTES, 2 * BLOCK_BYTES],
  ['the last sum', -1, 2 * BLOCK_BYTES],
])('a flipped bit in %s is detected, and none of its block is returned', async (_, position, given) => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await store.putObject('casks', 'k', bodyOf(BYTES), { metadata: METADATA })
  await flip(dataDir, position)
  expect(await readUntilRefused(store, 'k')).toEqual({ given, error: damaged('casks/k ') })
})

test('only a range that includes a damaged block is refused', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await store.putObject('casks', 'k', bodyOf(BYTES), { metadata: METADATA })
  await flip(dataDir, BLOCK_BYTES + CHECKSUM_BYTES + 7)
  const read = (start: number, end: number) => readAll(store, 'casks', 'k', { start, end })
  expect((await read(0, BLOCK_BYTES - 1)).equals(BYTES.subarray(0, BLOCK_BYTES))).toBe(true)
  expect((await read(2 * BLOCK_BYTES, SIZE - 1)).equals(BYTES.subarray(2 * BLOCK_BYTES))).toBe(true)
  await expect(read(2 * BLOCK_BYTES - 1, 2 * BLOCK_BYTES - 1)).rejects.toEqual(damaged('casks/k '))
  await expect(read(BLOCK_BYTES - 1, BLOCK_BYTES)).rejects.toEqual(damaged('casks/k '))
})

test('a truncated file is damaged', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await store.putObject('casks', 'k', bodyOf(BYTES), { metadata: METADATA })
  const [id = ''] = await dataFiles(dataDir)
  const file = await openFile(join(dataDir, 'objects', id.slice(0, 2), id), 'r+')
  expect((await file.stat()).size).toBe(SIZE + CHECKSUM_BYTES * Math.ceil(SIZE / BLOCK_BYTES))
  await file.truncate(2 * (BLOCK_BYTES + CHECKSUM_BYTES))
  await file.close()
  expect(await readUntilRefused(store, 'k')).toMatchObject({ error: { code: 'ObjectDamaged' } })
})

test('the files of a multipart object are verified', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const { uploadId } = await store.createUpload('casks', 'k', { metadata: METADATA, tags: {} })
  const part = await store.putPart('casks', 'k', uploadId, 1, bodyOf('oak'))
  await store.completeUpload('casks', 'k', uploadId, [part])
  await flip(dataDir, 1)
  expect(await readUntilRefused(store, 'k')).toEqual({ given: 0, error: damaged('casks/k ') })
})

test('a flipped bit in a small object is found, and intact contents pass', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await putText(store, 'small', 'oak and iron')
  await putText(store, 'empty', '')
  await store.putObject('casks', 'large', bodyOf(BYTES), { metadata: METADATA })
  await store.close()
  const index = openLmdbIndex(join(dataDir, 'index'))
  const rowOf = (key: string) => decodeRow<ObjectRow>(index.get(objectKey('casks', key)) ?? Buffer.alloc(0))
  const [small, large] = [rowOf('small').d ?? '', rowOf('large').d ?? '']
  const place = { index, open: (id: string) => realFiles(dataDir).open(`objects/${id.slice(0, 2)}/${id}`) }
  const seen: number[] = []
  await verifyContent(place, large, { size: SIZE }, (count) => void seen.push(count))
  expect(seen).toEqual([BLOCK_BYTES, BLOCK_BYTES, 1000])
  await verifyContent(place, small, { size: 12 })
  await flip(dataDir, SIZE - 1)
  await expect(verifyContent(place, large, { size: SIZE })).rejects.toEqual(damaged('objects/'))

  const bytes = Buffer.from(index.get(Buffer.from(small)) ?? [])
  bytes.writeUInt8(bytes.readUInt8(3) ^ 1, 3)
  await index.transact((writer) => writer.put(Buffer.from(small), bytes))
  await expect(verifyContent(place, small, { size: 12 })).rejects.toEqual(damaged('content i'))
  await index.close()

  const again = await openStore({ dataDir })
  onTestFinished(() => again.close())
  await expect(again.openObject('casks', 'small')).rejects.toEqual(damaged('casks/small '))
  expect((await collect((await again.openObject('casks', 'empty')).read())).length).toBe(0)
})
