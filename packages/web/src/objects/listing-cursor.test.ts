import { expect, test } from 'vitest'
import { ListingCursor } from './listing-cursor.ts'

test('sends the token of the last page, and only the key after another one', () => {
  const cursor = new ListingCursor()
  expect(cursor.queryOf(''), 'the beginning').toEqual({})
  cursor.keep({ next: 'b', continuation: 'token' })
  expect(cursor.queryOf('b')).toEqual({ after: 'b', continuation: 'token' })
  expect(cursor.queryOf('a'), 'another key').toEqual({ after: 'a' })
  expect(cursor.queryOf(''), 'from the beginning again').toEqual({})
  cursor.keep({ next: 'b' })
  expect(cursor.queryOf('b'), 'a page without a token').toEqual({ after: 'b' })
})
