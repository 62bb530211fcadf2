import { expect, test } from 'vitest'
import type { Entry } from '../entry.ts'
import { prefixOfSearch, withPrefixMatches } from './prefix-matches.ts'

const entries = (...keys: string[]): Entry[] => keys.map((key) => ({ key, size: 0, modified: '' }))
const keys = (rows: readonly Entry[]) => rows.map(({ key }) => key)

test('merges matches with the loaded rows in order, folders first, without duplicates', () => {
  expect(keys(withPrefixMatches(entries('b/', 'a', 'c'), entries('c', 'd/', 'e')))).toEqual(['b/', 'd/', 'a', 'c', 'e'])
})

test('returns the same array if nothing is new', () => {
  const loaded = entries('a', 'b')
  expect(withPrefixMatches(loaded, entries('b'))).toBe(loaded)
  expect(withPrefixMatches(loaded, [])).toBe(loaded)
})

test.each([
  ['', ''],
  ['zeb', 'zeb'],
  ['2026/', ''],
  ['/', ''],
])('a search for %j lists the prefix %j, without the contents of sub-folders', (search, prefix) => {
  expect(prefixOfSearch(search)).toBe(prefix)
})
