import { expect, test } from 'vitest'
import { nameSearch } from './name-search.ts'

/** What is found in keys, folders and objects as they come. */
function found(text: string, keys: string[], prefix = '', after = ''): string[] {
  const look = nameSearch(prefix, text, after)
  return keys.flatMap((key) => {
    const { folders, isObject } = look(key)
    return [...folders, ...(isObject ? [key] : [])]
  })
}

const KEYS = ['beach/1.jpg', 'beach/deep/Beach.jpg', 'beach/deep/x', 'old/beach/', 'old/beach/2', 'old/not']

test('a name counts, not what it lies in, whatever the case', () => {
  expect(found('BEACH', KEYS)).toEqual(['beach/', 'beach/deep/Beach.jpg', 'old/beach/'])
  expect(found('.jpg', KEYS)).toEqual(['beach/1.jpg', 'beach/deep/Beach.jpg'])
})

test('a text with a slash may begin above and has to end in the name', () => {
  expect(found('deep/b', KEYS)).toEqual(['beach/deep/Beach.jpg'])
  expect(found('beach/', KEYS)).toEqual(['beach/', 'old/beach/'])
  expect(found('beach/d', KEYS)).toEqual(['beach/deep/'])
})

test('what is in the name of the folder that is searched does not count', () => {
  expect(found('beach', KEYS.slice(0, 3), 'beach/')).toEqual(['beach/deep/Beach.jpg'])
  expect(found('old', ['old/', 'old/not'], 'old/')).toEqual([])
})

test('reports a folder once, also when its keys are scanned in two calls', () => {
  expect(found('beach', KEYS.slice(4), '', 'old/beach/')).toEqual([])
  expect(found('deep', KEYS.slice(2), '', KEYS[1])).toEqual([])
  expect(found('a', ['a/b/a/1', 'a/b/a/2', 'a0/1'])).toEqual(['a/', 'a/b/a/', 'a0/'])
})

test('a text that goes over several names counts for the one that it ends in', () => {
  expect(found('a/b/c', ['x/a/b/cd/e', 'x/a/b/d'])).toEqual(['x/a/b/cd/'])
  expect(found('a/a', ['a/a/a/a'])).toEqual(['a/a/', 'a/a/a/', 'a/a/a/a'])
  expect(found('/', ['a//b'])).toEqual(['a/', 'a//'])
})

// Longer than any key, so that a cost that grows with its square does not end in time.
test('a key of very many folders is looked at in one go', () => {
  const key = 'a/'.repeat(200_000)
  expect(found('b', [key, `${key}b`])).toEqual([`${key}b`])
})

test('a letter that changes its length with its case is found, and nothing beside it', () => {
  expect(found('i', ['İİİ/x', 'İ/i'])).toEqual(['İİİ/', 'İ/', 'İ/i'])
})
