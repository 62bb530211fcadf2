import { expect, test } from 'vitest'
import { localText, momentOf } from './moment.ts'

test('a moment that was shown and is chosen again is the end of its second', () => {
  expect(momentOf(localText('2026-11-22T07:15:09.250Z'))).toBe('2026-11-22T07:15:09.999Z')
})

test('a field that is not filled in names no moment', () => {
  expect(momentOf('')).toBeUndefined()
})
