import { expect, test } from 'vitest'
import { isGoneAfter } from './delete-entries.ts'

test.each([
  ['f/', 'f/kept.txt', ['f/']],
  ['a folder that could not be listed', 'f/', ['f/', 'f/x', 'f/deep/']],
  ['one of two', 'a', ['a']],
] as const)('%s still is after a failure of %j', (_, path, kept) => {
  const isGone = isGoneAfter(['f/', 'f/x', 'a', 'b'], [{ path }])
  expect(['f/', 'f/x', 'f/deep/', 'a', 'b'].filter((key) => !isGone(key))).toEqual(kept)
})

test('removes exactly the requested rows if nothing failed', () => {
  const isGone = isGoneAfter(['f/', 'a'], [])
  expect(['f/', 'f/x', 'a', 'ab', 'b'].filter(isGone)).toEqual(['f/', 'f/x', 'a'])
})
