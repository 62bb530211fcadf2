import { expect, test } from 'vitest'
import { changedLines } from './changed-lines.ts'

test.each([
  ['a\nb', 'a\nb', 0],
  ['a\nb\nc', 'a\nx\nc', 1],
  ['a\nb\nc', 'a\nc', 1],
  ['a\nc', 'a\nb\nb\nc', 2],
  ['a\na', 'a', 1],
  ['', 'a\nb', 2],
])('from %j to %j: %i', (original, text, count) => {
  expect(changedLines(original, text)).toBe(count)
})
