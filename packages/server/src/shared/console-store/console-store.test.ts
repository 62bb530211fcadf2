import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConsoleStore } from './console-store.ts'
import { openConsoleStore } from './open-store.ts'

const COUNTERS = 'CREATE TABLE counters (name TEXT PRIMARY KEY, uses INTEGER NOT NULL)'

let folder: string
let store: ConsoleStore
const file = () => join(folder, 'data', 'console.sqlite')
const reopened = async () => {
  await store.close()
  store = openConsoleStore(file(), fastify().log)
  return store
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-store-'))
  store = openConsoleStore(file(), fastify().log)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

test('keeps rows, in a file that only its owner can read, and creates nothing before the first call', async () => {
  const tables = store.tables('counting', [COUNTERS])
  expect(readdirSync(folder)).toEqual([])
  expect(await tables.run('INSERT INTO counters VALUES (?, ?)', "it's ? \u202E", 3)).toBe(1)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  const again = (await reopened()).tables('counting', [COUNTERS])
  expect(await again.all('SELECT * FROM counters')).toEqual([{ name: "it's ? \u202E", uses: 3 }])
})

test('brings tables of an earlier version up to date, and refuses those of a newer one', async () => {
  await store.tables('counting', [COUNTERS]).run('INSERT INTO counters VALUES (?, ?)', 'a', 1)
  const migrations = [COUNTERS, "ALTER TABLE counters ADD COLUMN unit TEXT NOT NULL DEFAULT ''"]
  const newer = (await reopened()).tables('counting', migrations)
  expect(await newer.all('SELECT * FROM counters')).toEqual([{ name: 'a', uses: 1, unit: '' }])
  const older = (await reopened()).tables('counting', [COUNTERS])
  await expect(older.all('SELECT * FROM counters')).rejects.toThrow('version 2')
})

test('a batch is applied completely or not at all', async () => {
  const tables = store.tables('counting', [COUNTERS])
  const add = (name: string) => ['INSERT INTO counters VALUES (?, ?)', name, 0] as const
  await expect(tables.batch([add('a'), add('b'), add('a')])).rejects.toThrow('UNIQUE')
  expect(await tables.all('SELECT * FROM counters')).toEqual([])
  expect(await tables.batch([add('a'), add('b'), ['DELETE FROM counters']])).toEqual([1, 1, 2])
})

test('a limit holds under concurrent calls', async () => {
  const tables = store.tables('counting', [COUNTERS])
  await tables.run('INSERT INTO counters VALUES (?, ?)', 'a', 0)
  const use = () => tables.run('UPDATE counters SET uses = uses + 1 WHERE name = ? AND uses < ?', 'a', 3)
  const changes = await Promise.all(Array.from({ length: 10 }, use))
  expect(changes.filter((changed) => changed === 1)).toHaveLength(3)
})

test('features have their own schema versions', async () => {
  const counting = store.tables('counting', [COUNTERS])
  const naming = store.tables('naming', ['CREATE TABLE names (name TEXT)', 'CREATE TABLE more (name TEXT)'])
  await naming.run('INSERT INTO more VALUES (?)', null)
  await counting.run('INSERT INTO counters VALUES (?, ?)', 'a', 1)
  expect(await naming.all('SELECT * FROM more')).toEqual([{ name: null }])
})

test('a damaged file is set aside', async () => {
  await store.tables('counting', [COUNTERS]).run('INSERT INTO counters VALUES (?, ?)', 'a', 1)
  await store.close()
  writeFileSync(file(), 'no database at all '.repeat(100))
  const again = (await reopened()).tables('counting', [COUNTERS])
  expect(await again.all('SELECT * FROM counters')).toEqual([])
  expect(readdirSync(join(folder, 'data'))).toContain('console.sqlite.damaged')
})
