import { expect, test } from 'vitest'
import { joinList, splitList } from './list-value.ts'

test('lines become one value, without blank ones', () =>
  expect(joinList(' .txt\n\n.log , .csv\n')).toBe('.txt,.log,.csv'))
test('a value becomes lines', () => expect(splitList('.txt,.log,,')).toEqual(['.txt', '.log']))
test('an empty list is an empty value', () => {
  expect(joinList('\n \n')).toBe('')
  expect(splitList('')).toEqual([])
})
