import { expect, test } from 'vitest'
import type { Entry } from '../entry.ts'
import { prefixOfSearch, withPrefixMatches } from './prefix-matches.ts'

const entries = (...keys: string[]): Entry[] => keys.map((key) => ({ key, size: 0, modified: '' }))
const keys = (rows: readonly Entry[]) => rows.map(({ key }) => key)

test('what was found further down joins the loaded rows in their order, folders first, nothing twice', () => {
  expect(keys(withPrefixMatches(entries('b/', 'a', 'c'), entries('c', 'd/', 'e')))).toEqual(['b/', 'd/', 'a', 'c', 'e'])
})

test('where nothing is new the rows stay the same ones', () => {
  const loaded = entries('a', 'b')
  expect(withPrefixMatches(loaded, entries('b'))).toBe(loaded)
  expect(withPrefixMatches(loaded, [])).toBe(loaded)
})

test.each([
  ['', ''],
  ['zeb', 'zeb'],
  ['2026/', ''],
  ['/', ''],
])('for %j the storage is asked for %j: what lies in a folder is no row beside it', (search, asked) => {
  expect(prefixOfSearch(search)).toBe(asked)
})
