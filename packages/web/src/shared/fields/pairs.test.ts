import { expect, test } from 'vitest'
import { arePairsValid, filledPairs, pairProblems, pairsOf, queryString } from './pairs.ts'

const pair = (key: string, value = '') => ({ key, value })

test('reports duplicate keys and values without a key', () => {
  const pairs = [pair('team', 'a'), pair('Team'), pair('team', 'b'), pair('', 'x'), pair('')]
  expect(pairProblems(pairs)).toEqual([undefined, undefined, 'duplicate', 'nameless', undefined])
  expect(arePairsValid(pairs)).toBe(false)
  expect(arePairsValid([pair('team'), pair('')])).toBe(true)
})

test('ignores empty rows', () => {
  expect(filledPairs([pair(''), pair('a'), pair('', 'b')])).toEqual([pair('a'), pair('', 'b')])
})

test('pairs with any characters round-trip through a query string', () => {
  const pairs = [pair('team', 'photo lab'), pair('a&b=c', '100 % + ü'), pair('empty')]
  expect(queryString([...pairs, pair('')])).toBe('team=photo%20lab&a%26b%3Dc=100%20%25%20%2B%20%C3%BC&empty=')
  expect(pairsOf(queryString(pairs))).toEqual(pairs)
  expect(pairsOf('')).toEqual([])
})
