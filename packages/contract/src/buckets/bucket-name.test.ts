import { expect, test } from 'vitest'
import { bucketNameProblem } from './bucket-name.ts'

test.each(['abc', 'a-b.c', '0ab', 'a'.repeat(63)])('accepts %s', (name) => {
  expect(bucketNameProblem(name)).toBeUndefined()
})

test.each([
  ['ab', 'at least 3'],
  ['a'.repeat(64), 'more than 63'],
  ['Photos', 'capital letters'],
  ['a_b', 'only lower-case'],
  ['..%2f..', 'only lower-case'],
  ['-abc', 'begin and end'],
  ['a..b', 'dot'],
  ['a.-b', 'dot'],
  ['192.168.1.1', 'IP address'],
])('refuses %s because of: %s', (name, reason) => {
  expect(bucketNameProblem(name)).toContain(reason)
})
