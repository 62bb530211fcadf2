import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { breaksOf } from './breaks.ts'
import { CHOSEN } from './chosen-breaks.ts'
import { reversedWords } from './literals.ts'
import { productSources } from './product.ts'
import { PAGE, type Row, readRows } from './rows.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const { rows } = readRows(readFileSync(join(ROOT, PAGE), 'utf8'))

test('every row of the page names a place at which the product can be broken', () => {
  const sources = productSources(ROOT)
  const unbreakable = rows.filter((row) => breaksOf(row, sources).length === 0).map(({ id }) => id)
  expect(unbreakable, 'name their places in scripts/coverage/chosen-breaks.ts').toEqual([])
})

test('every chosen place belongs to a row', () => {
  const ids = rows.map(({ id }) => id)
  expect(Object.keys(CHOSEN).filter((id) => !ids.includes(id))).toEqual([])
})

const row = (quote: Partial<Row>): Row => ({
  id: 'X1',
  section: 'core-console 2',
  texts: [],
  calls: [],
  file: 'a.test.ts',
  test: 'one',
  storages: [],
  ...quote,
})
const codesOf = (one: Row, files: Record<string, string>) =>
  breaksOf(one, new Map(Object.entries(files))).map((breaks) => breaks.map(({ code }) => code))

test('a text is changed where it is said, and what is put in stays', () => {
  const messages = "export const a = { deleted: \"Object '{{name}}' deleted.\", other: 'Objects deleted' }"
  const files = { 'packages/web/src/messages/en/a.ts': messages, 'packages/web/src/a.ts': 'log("Object 1 deleted.")' }
  expect(codesOf(row({ texts: ["Object '{name}' deleted."] }), files)).toEqual([
    ["export const a = { deleted: \"tcejbO '{{name}}' deteled.\", other: 'Objects deleted' }"],
  ])
})

test('a single word is changed in messages only', () => {
  const files = { 'packages/web/src/messages/en/a.ts': "const a = 'Name'", 'packages/web/src/a.ts': "const b = 'Size'" }
  expect(codesOf(row({ texts: ['Name'] }), files)).toEqual([["const a = 'emaN'"]])
  expect(codesOf(row({ texts: ['Size'] }), files)).toEqual([])
})

test('a path is changed for its method alone', () => {
  const route = (method: string) => `{ method: '${method}',\n  path: '/api/v1/buckets/:bucket' }`
  const files = { 'packages/contract/src/a.ts': route('GET') + route('PUT') }
  expect(codesOf(row({ calls: [{ method: 'PUT', path: '/buckets/{name}?a={b}' }] }), files)).toEqual([
    [route('GET') + route('PUT').replace('/buckets/', '/buckets-broken/')],
  ])
})

test('words are turned back to front, and always differ', () => {
  expect(reversedWords('Create Bucket {{name}} \\n 24')).toBe('etaerC tekcuB {{name}} \\n 42')
  expect(reversedWords('level 11')).toBe('levelx 111')
})
