import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StoreError } from '../store.ts'
import { temporaryFolder } from '../testing/temporary-store.ts'
import { DataFolder } from './data-folder.ts'
import type { FileWriter } from './files.ts'
import { realFiles } from './real-files.ts'
import { receiveBody } from './receive-body.ts'

const MIB = 1 << 20

async function* mebibytes(count: number) {
  for (let sent = 0; sent < count; sent++) yield Buffer.alloc(MIB)
}

/** A folder on the real disk that reports each flush of a file's bytes, and fails those it is asked to fail. */
async function watchedFolder(isFailing: (flush: number) => boolean) {
  const root = await temporaryFolder(onTestFinished)
  const files = realFiles(root)
  let written = 0
  const flushedAfter: number[] = []
  const watched = (writer: FileWriter): FileWriter => ({
    ...writer,
    write: async (chunks) => {
      await writer.write(chunks)
      for (const { length } of chunks) written += length
    },
    sync: async () => {
      flushedAfter.push(Math.floor(written / MIB))
      if (isFailing(flushedAfter.length)) throw new StoreError('StorageFailed', 'the disk lost bytes')
      await writer.sync()
    },
  })
  const folder = await DataFolder.open({ ...files, create: async (path) => watched(await files.create(path)) })
  return { folder, flushedAfter, unfinished: () => readdir(join(root, 'tmp')) }
}

test('a long body is flushed while it arrives', async () => {
  const { folder, flushedAfter } = await watchedFolder(() => false)
  expect(await receiveBody(folder, () => 'a0', mebibytes(30), 0)).toMatchObject({ size: 30 * MIB, fileId: 'a0' })
  expect(flushedAfter.length).toBeGreaterThanOrEqual(4)
  expect(flushedAfter[0]).toBeLessThan(30)
  expect(flushedAfter.at(-1)).toBe(30)
})

test('a failed flush fails the body even if later ones succeed', async () => {
  const { folder, unfinished } = await watchedFolder((flush) => flush === 1)
  await expect(receiveBody(folder, () => 'a0', mebibytes(30), 0)).rejects.toMatchObject({ code: 'StorageFailed' })
  expect(await unfinished()).toEqual([])
})
