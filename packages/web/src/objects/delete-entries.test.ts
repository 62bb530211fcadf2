import { expect, test } from 'vitest'
import { isDeletedAfter } from './delete-entries.ts'

test.each([
  ['f/', 'f/kept.txt', ['f/']],
  ['a folder that could not be listed', 'f/', ['f/', 'f/x', 'f/deep/']],
  ['one of two', 'a', ['a']],
] as const)('%s still is after a failure of %j', (_, path, kept) => {
  const isDeleted = isDeletedAfter(['f/', 'f/x', 'a', 'b'], [{ path }])
  expect(['f/', 'f/x', 'f/deep/', 'a', 'b'].filter((key) => !isDeleted(key))).toEqual(kept)
})

test('removes exactly the requested rows if nothing failed', () => {
  const isDeleted = isDeletedAfter(['f/', 'a'], [])
  expect(['f/', 'f/x', 'a', 'ab', 'b'].filter(isDeleted)).toEqual(['f/', 'f/x', 'a'])
})
