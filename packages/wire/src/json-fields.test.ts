import { expect, test } from 'vitest'
import { numberField } from './json-fields.ts'

test.each([
  ['5', 5],
  ['-1.5', -1.5],
  ['1e999', 0],
  ['-1e999', 0],
  ['"5"', 0],
  ['null', 0],
])('the number %s is %d', (text, number) => {
  expect(numberField(JSON.parse(`{"a":${text}}`), 'a')).toBe(number)
})
