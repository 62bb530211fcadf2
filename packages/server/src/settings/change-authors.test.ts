import { expect, test } from 'vitest'
import { storedEntry } from '../../test/logs/audit-entries.ts'
import { authorAt } from './change-authors.ts'

const at = (seconds: number, fields: object) =>
  storedEntry(0, { time: (1_795_000_000 + seconds) * 1_000_000, ...fields })
const TIME = 1_795_000_000_000

test('a change is of the user whose call was around its time, whichever key it was made with', () => {
  expect(authorAt(TIME, [at(2, { accessKey: 'SESSION', parentUser: 'ann' })])).toBe('ann')
  expect(authorAt(TIME, [at(-5, { accessKey: 'ben' }), at(3, { accessKey: 'KEY', parentUser: 'ben' })])).toBe('ben')
})

test('it is of nobody if two can have made it, if the call failed, and if it was at another time', () => {
  expect(authorAt(TIME, [at(2, { accessKey: 'ann' }), at(3, { accessKey: 'ben' })])).toBe('')
  expect(authorAt(TIME, [at(2, { accessKey: 'ann', responseStatusCode: 403 })])).toBe('')
  expect(authorAt(TIME, [at(31, { accessKey: 'ann' })])).toBe('')
  expect(authorAt(TIME, [])).toBe('')
})
