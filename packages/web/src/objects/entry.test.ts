import { expect, test } from 'vitest'
import { crumbsOf, entriesOf, filterEntries, folderOf, folderPrefix, leafName, outermost } from './entry.ts'

test('names a row without its folder, and a folder without its slash', () => {
  expect(leafName('a/b/c.txt', 'a/b/')).toBe('c.txt')
  expect(leafName('a/b/c/', 'a/b/')).toBe('c')
  expect(leafName('/', '')).toBe('')
})

test('omits the placeholder of the folder itself', () => {
  const object = (name: string) => ({ name, size: 1, last_modified: '2026-11-21T00:00:00.000Z', etag: 'e' })
  expect(entriesOf([object('a/'), object('a/b')], 'a/')).toEqual([
    { key: 'a/b', size: 1, modified: '2026-11-21T00:00:00.000Z' },
  ])
})

test('breadcrumbs lead from the bucket to the folder, even through folders without a name', () => {
  expect(crumbsOf('photos', '')).toEqual([{ name: 'photos', prefix: '' }])
  expect(crumbsOf('photos', 'a//b/')).toEqual([
    { name: 'photos', prefix: '' },
    { name: 'a', prefix: 'a/' },
    { name: '', prefix: 'a//' },
    { name: 'b', prefix: 'a//b/' },
  ])
})

test('returns the folder of an object', () => {
  expect([folderOf('a/b/c.txt'), folderOf('c.txt')]).toEqual(['a/b/', ''])
})

test('search matches the name in the folder, not the folder', () => {
  const rows = [
    { key: 'docs/Readme.md', size: 0, modified: '' },
    { key: 'docs/logo.svg', size: 0, modified: '' },
  ]
  expect(filterEntries(rows, 'docs/', 'README').map((row) => row.key)).toEqual(['docs/Readme.md'])
  expect(filterEntries(rows, 'docs/', 'docs')).toEqual([])
  expect(filterEntries(rows, 'docs/', '')).toBe(rows)
})

test('search treats every character literally', () => {
  const odd = ['a.b', 'a+b', '(x)', '[y]', '{z}', 'c^d$e|f', 'back\\slash', 'w*?', 'Straße-Ä'].map((key) => ({
    key,
    size: 0,
    modified: '',
  }))
  for (const { key } of odd) {
    for (const text of [key, key.slice(1)]) expect(filterEntries(odd, '', text).map((row) => row.key)).toContain(key)
  }
  for (const text of ['.', '*', '[a-z]', '^', '\\w', '(']) {
    expect(filterEntries(odd, '', text).every((row) => row.key.includes(text))).toBe(true)
  }
  expect(filterEntries(odd, '', 'straße-ä')).toHaveLength(1)
})

test('drops objects whose folder is selected too', () => {
  expect(outermost(['p/a/', 'p/a/1', 'p/a/b/', 'p/ab', 'p/c/d/1', 'p/c/d/'], 'p/')).toEqual(['p/a/', 'p/ab', 'p/c/d/'])
})

test.each([
  ['', 'a', 'a/'],
  ['a/', ' b/c ', 'a/b/c/'],
  ['a/', '/b/', 'a/b/'],
  ['', 'a b', 'a b/'],
])('within %j, %j is the folder %j', (within, typed, folder) => {
  expect(folderPrefix(within, typed)).toBe(folder)
})

test.each(['', '  ', '/', ' // '])('%j is not a folder', (typed) => {
  expect(folderPrefix('a/', typed)).toBeUndefined()
})
