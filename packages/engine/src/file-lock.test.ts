import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isLocked, lockExclusive, lockShared } from './file-lock.ts'
import { temporaryFolder } from './store/testing/temporary-store.ts'

const newPath = async () => join(await temporaryFolder(onTestFinished), 'lock')

test('an exclusive lock has one holder at a time', async () => {
  const path = await newPath()
  const first = lockExclusive(path)
  expect(lockExclusive(path, 0)).toBeUndefined()
  expect(lockShared(path)).toBeUndefined()
  expect(isLocked(path)).toBe(true)
  first?.release()
  expect(isLocked(path)).toBe(false)
  const second = lockExclusive(path, 0)
  expect(second).toBeDefined()
  second?.release()
})

test('a shared lock has several holders and excludes an exclusive one', async () => {
  const path = await newPath()
  await writeFile(path, '')
  const first = lockShared(path)
  const second = lockShared(path)
  expect(isLocked(path)).toBe(false)
  first?.release()
  expect(lockExclusive(path, 0)).toBeUndefined()
  second?.release()
  const exclusive = lockExclusive(path, 0)
  expect(exclusive).toBeDefined()
  exclusive?.release()
  expect(await readFile(path, 'utf8')).toBe('')
})

test('a file that does not exist is not locked', async () => {
  expect(isLocked(await newPath())).toBe(false)
})

test("a file that can't be read counts as locked", async () => {
  const notDatabase = await newPath()
  await writeFile(notDatabase, 'this is not an SQLite database'.repeat(100))
  expect(isLocked(notDatabase)).toBe(true)
  expect(() => lockShared(notDatabase)).toThrow('not a database')

  const isFolder = await newPath()
  await mkdir(isFolder)
  expect(isLocked(isFolder)).toBe(true)
  expect(() => lockExclusive(isFolder)).toThrow('unable to open')
})
