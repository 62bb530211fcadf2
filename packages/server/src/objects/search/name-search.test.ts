import { expect, test } from 'vitest'
import { nameSearch } from './name-search.ts'

/** The matches among the given keys. */
function found(text: string, keys: string[], prefix = '', after = ''): string[] {
  const look = nameSearch(prefix, text, after)
  return keys.flatMap((key) => {
    const { folders, isObject } = look(key)
    return [...folders, ...(isObject ? [key] : [])]
  })
}

const KEYS = ['beach/1.jpg', 'beach/deep/Beach.jpg', 'beach/deep/x', 'old/beach/', 'old/beach/2', 'old/not']

test('matches the name itself, not its folder, ignoring case', () => {
  expect(found('BEACH', KEYS)).toEqual(['beach/', 'beach/deep/Beach.jpg', 'old/beach/'])
  expect(found('.jpg', KEYS)).toEqual(['beach/1.jpg', 'beach/deep/Beach.jpg'])
})

test('matches a text with a slash that starts in a parent folder and ends in the name', () => {
  expect(found('deep/b', KEYS)).toEqual(['beach/deep/Beach.jpg'])
  expect(found('beach/', KEYS)).toEqual(['beach/', 'old/beach/'])
  expect(found('beach/d', KEYS)).toEqual(['beach/deep/'])
})

test('ignores the name of the folder that is searched', () => {
  expect(found('beach', KEYS.slice(0, 3), 'beach/')).toEqual(['beach/deep/Beach.jpg'])
  expect(found('old', ['old/', 'old/not'], 'old/')).toEqual([])
})

test('reports a folder once, even if its keys are scanned in two calls', () => {
  expect(found('beach', KEYS.slice(4), '', 'old/beach/')).toEqual([])
  expect(found('deep', KEYS.slice(2), '', KEYS[1])).toEqual([])
  expect(found('a', ['a/b/a/1', 'a/b/a/2', 'a0/1'])).toEqual(['a/', 'a/b/a/', 'a0/'])
})

test('attributes a text that spans several names to the last one', () => {
  expect(found('a/b/c', ['x/a/b/cd/e', 'x/a/b/d'])).toEqual(['x/a/b/cd/'])
  expect(found('a/a', ['a/a/a/a'])).toEqual(['a/a/', 'a/a/a/', 'a/a/a/a'])
  expect(found('/', ['a//b'])).toEqual(['a/', 'a//'])
})

// Longer than any key, so that a quadratic algorithm would not finish in time.
test('scans a key of very many folders in linear time', () => {
  const key = 'a/'.repeat(200_000)
  expect(found('b', [key, `${key}b`])).toEqual([`${key}b`])
})

test('finds a letter whose length changes with its case, and nothing beside it', () => {
  expect(found('i', ['İİİ/x', 'İ/i'])).toEqual(['İİİ/', 'İ/', 'İ/i'])
})
