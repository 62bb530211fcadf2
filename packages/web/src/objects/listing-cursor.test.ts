import { expect, test } from 'vitest'
import { ListingCursor } from './listing-cursor.ts'

test('the storage goes on where it stands, and looks for a key that its last page did not end with', () => {
  const place = new ListingCursor()
  expect(place.queryOf(''), 'the beginning').toEqual({})
  place.keep({ next: 'b', continuation: 'token' })
  expect(place.queryOf('b')).toEqual({ after: 'b', continuation: 'token' })
  expect(place.queryOf('a'), 'another key').toEqual({ after: 'a' })
  expect(place.queryOf(''), 'from the beginning again').toEqual({})
  place.keep({ next: 'b' })
  expect(place.queryOf('b'), 'a page without a token').toEqual({ after: 'b' })
})
