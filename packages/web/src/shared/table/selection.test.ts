import { expect, test } from 'vitest'
import { allState, chosenFirst, toggled, withRange } from './selection.ts'

const ids = ['a', 'b', 'c', 'd']

test('toggling selects and clears without changing the old selection', () => {
  const none: ReadonlySet<string> = new Set()
  const one = toggled(none, 'a')
  expect([...one]).toEqual(['a'])
  expect([...toggled(one, 'a')]).toEqual([])
  expect(none.size).toBe(0)
})

test('a range works in either direction and keeps the selection', () => {
  expect([...withRange(new Set(['a']), ids, 'd', 'b')].sort()).toEqual(['a', 'b', 'c', 'd'])
  expect([...withRange(new Set(), ids, 'gone', 'b')]).toEqual(['b'])
})

test('the select-all checkbox reflects none, some and all of the visible rows', () => {
  const stateOf = (selected: string[], rows = ids) => allState(new Set(selected), rows, (id) => id)
  expect(stateOf([])).toBe('none')
  expect(stateOf(['a'])).toBe('some')
  expect(stateOf(['a', 'b', 'c', 'd', 'hidden'])).toBe('all')
  expect(stateOf(['a', 'b', 'c', 'hidden'])).toBe('some')
  expect(stateOf(['hidden'])).toBe('none')
  expect(stateOf(['a'], [])).toBe('none')
})

test('what is chosen comes first, and the rest keeps its order', () => {
  expect(chosenFirst(['a', 'b', 'c', 'd'], new Set(['d', 'b', 'gone']))).toEqual(['b', 'd', 'a', 'c'])
})
