import { expect, test } from 'vitest'
import { folderPrefix } from './folder-prefix.ts'

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
