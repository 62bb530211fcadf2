import { expect, test } from 'vitest'
import { localText, momentOf } from './moment.ts'

test('a time that is shown and chosen again is the end of its second', () => {
  expect(momentOf(localText('2026-11-22T07:15:09.250Z'))).toBe('2026-11-22T07:15:09.999Z')
})

test('an empty field has no time', () => {
  expect(momentOf('')).toBeUndefined()
})
