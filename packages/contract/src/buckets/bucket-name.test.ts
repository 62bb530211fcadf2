import { expect, test } from 'vitest'
import { bucketNameProblem } from './bucket-name.ts'

test.each(['abc', 'a-b.c', '0ab', 'a'.repeat(63)])('accepts %s', (name) => {
  expect(bucketNameProblem(name)).toBeUndefined()
})

test.each([
  ['ab', 'at least 3'],
  ['a'.repeat(64), 'at most 63'],
  ['Photos', 'uppercase letters'],
  ['a_b', 'only lowercase'],
  ['..%2f..', 'only lowercase'],
  ['-abc', 'start and end'],
  ['a..b', 'dot'],
  ['a.-b', 'dot'],
  ['192.168.1.1', 'IP address'],
])('rejects %s because of: %s', (name, reason) => {
  expect(bucketNameProblem(name)?.text).toContain(reason)
})
