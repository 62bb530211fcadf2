import { expect, test } from 'vitest'
import { contentsFilter } from './folder-contents.ts'

const PATHS = ['', 'beach.jpg', 'Beach/1', 'old/beach/2', 'old/beach', 'b(1).txt']
const shown = (search: string, deep: boolean) => PATHS.filter(contentsFilter({ search, deep }))

test('a list without a search shows everything in the folder, but not its placeholder', () => {
  expect(shown('', false)).toEqual(PATHS.slice(1))
})

test('a search in the folder matches its names, and includes what is below matching folders', () => {
  expect(shown('BEACH', false)).toEqual(['beach.jpg', 'Beach/1'])
  expect(shown('(1)', false)).toEqual(['b(1).txt'])
  expect(shown('.', false)).toEqual(['beach.jpg', 'b(1).txt'])
})

test('a search at any depth matches names with the folders above them', () => {
  expect(shown('beach', true)).toEqual(['beach.jpg', 'Beach/1', 'old/beach/2', 'old/beach'])
  expect(shown('Old/Bea', true)).toEqual(['old/beach/2', 'old/beach'])
})
