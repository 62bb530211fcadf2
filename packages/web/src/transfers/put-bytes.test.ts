import { expect, test } from 'vitest'
import { isOfProxy } from './put-bytes.ts'

test.each([
  [200, 'application/json; charset=utf-8', false],
  [200, 'text/html', true],
  [200, null, true],
  [204, null, true],
  [302, 'text/html', true],
  // What it means, the status says.
  [502, 'text/html', false],
  [403, 'application/json; charset=utf-8', false],
])('whether a response with status %i and the type %s is only of a proxy: %s', (status, type, expected) => {
  expect(isOfProxy({ status, getResponseHeader: () => type })).toBe(expected)
})
