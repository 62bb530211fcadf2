import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../open-store.ts'
import { temporaryFolder, temporaryStore } from '../testing/temporary-store.ts'

async function closedFolder(): Promise<string> {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  await store.close()
  return dataDir
}

async function stateOf(dataDir: string) {
  const names = (await readdir(dataDir, { recursive: true })).sort()
  return await Promise.all(names.map(async (name) => [name, (await stat(join(dataDir, name))).mtimeMs]))
}

test('a new folder is marked with the format of this version', async () => {
  const dataDir = await closedFolder()
  expect(await readFile(join(dataDir, 'format'), 'utf8')).toBe('2\n')
  await (await openStore({ dataDir })).close()
})

test.each([
  ['another', '3\n', /has format 3; this version reads format 1 and 2 only/],
  ['an unreadable', '', /has format \?; this version reads format 1 and 2 only/],
])('a folder of %s format is refused, and nothing in it changes', async (_, mark, message) => {
  const dataDir = await closedFolder()
  await writeFile(join(dataDir, 'format'), mark)
  const before = await stateOf(dataDir)
  await expect(openStore({ dataDir })).rejects.toMatchObject({
    code: 'DataFolderFormat',
    message: expect.stringMatching(message),
  })
  expect(await stateOf(dataDir)).toEqual(before)
})

test('a folder of the earlier format is opened and converted', async () => {
  const dataDir = await closedFolder()
  await writeFile(join(dataDir, 'format'), '1\n')
  await (await openStore({ dataDir })).close()
  expect(await readFile(join(dataDir, 'format'), 'utf8')).toBe('2\n')
})

test('a folder without a format mark is refused', async () => {
  const dataDir = await closedFolder()
  await rm(join(dataDir, 'format'))
  await expect(openStore({ dataDir })).rejects.toMatchObject({ code: 'DataFolderFormat' })
})

test('a folder whose first start was interrupted before the mark was written counts as new', async () => {
  const dataDir = await temporaryFolder(onTestFinished)
  await writeFile(join(dataDir, 'format.new'), '')
  await (await openStore({ dataDir })).close()
  expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['format', 'index', 'lock', 'objects', 'tmp']))
})
