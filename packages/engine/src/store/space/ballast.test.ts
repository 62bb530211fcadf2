import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { realFiles } from '../files/real-files.ts'
import { temporaryFolder } from '../testing/temporary-store.ts'
import { Ballast, ballastFor } from './ballast.ts'

const BYTES = 600_000

async function folder() {
  const path = await temporaryFolder(onTestFinished)
  return { path, files: realFiles(path), file: join(path, 'ballast') }
}

test('is a megabyte, less on a small disk', () => {
  expect(ballastFor(1e12)).toBe(1024 * 1024)
  expect(ballastFor(16 * 1024 * 1024)).toBe(256 * 1024)
})

test('is created when there is space, released, and created again', async () => {
  const { files, file } = await folder()
  const ballast = await Ballast.open(files, BYTES)
  expect(ballast.restoreWithin(2 * BYTES - 1)).toBe(0)
  expect(ballast.restoreWithin(2 * BYTES)).toBe(BYTES)
  await ballast.drain()
  expect((await stat(file)).size).toBe(BYTES)
  expect(ballast.restoreWithin(2 * BYTES)).toBe(0)

  await ballast.release()
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(ballast.restoreWithin(2 * BYTES)).toBe(BYTES)
  await ballast.release()
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('is kept across a restart; a partly written one is removed', async () => {
  const { files, file } = await folder()
  const first = await Ballast.open(files, BYTES)
  first.restoreWithin(2 * BYTES)
  await first.drain()
  const bytes = await readFile(file)
  const second = await Ballast.open(files, BYTES)
  expect(second.isThere).toBe(true)
  expect(second.restoreWithin(2 * BYTES)).toBe(0)
  expect((await readFile(file)).equals(bytes)).toBe(true)

  await writeFile(file, bytes.subarray(1))
  expect((await Ballast.open(files, BYTES)).isThere).toBe(false)
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
})
