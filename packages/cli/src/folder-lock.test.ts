import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isEngineLockHeld } from './folder-lock.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'cooperage-lock-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('no engine holds a folder without the lock file', () => {
  expect(isEngineLockHeld(folder())).toBe(false)
})

test('a lock file that cannot be read counts as held', () => {
  const notDatabase = folder()
  writeFileSync(join(notDatabase, 'lock'), 'this is not an SQLite database'.repeat(100))
  expect(isEngineLockHeld(notDatabase)).toBe(true)

  const isFolder = folder()
  mkdirSync(join(isFolder, 'lock'))
  expect(isEngineLockHeld(isFolder)).toBe(true)
})
