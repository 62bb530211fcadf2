import { expect, test } from 'vitest'
import { isTouched } from './changes.ts'

test.each([
  ['', ['a'], true],
  ['a/', ['a/b'], true],
  ['a/b/', ['a/'], true],
  ['a/b/', ['a'], false],
  ['a/', ['b/', 'ab/'], false],
] as const)('what is shown of %j is touched by a change of %j: %s', (prefix, touched, is) => {
  expect(isTouched(prefix, touched)).toBe(is)
})
