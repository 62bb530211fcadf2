import { expect, test } from 'vitest'
import { conflictsOf, mergedText } from './yaml-merge.ts'

const PARTS = [
  { lines: ['spec:'] },
  { edited: ['  a: mine'], base: ['  a: old'], current: ['  a: theirs'] },
  { lines: ['  b: 1'] },
  { edited: [], base: ['  c: old'], current: ['  c: 1', '  d: 2'] },
  { lines: [''] },
]

test('the merged text has the chosen version of each conflict', () => {
  expect(conflictsOf(PARTS)).toEqual([PARTS[1], PARTS[3]])
  expect(mergedText(PARTS, ['edited', 'current'])).toBe('spec:\n  a: mine\n  b: 1\n  c: 1\n  d: 2\n')
  expect(mergedText(PARTS, ['current', 'edited'])).toBe('spec:\n  a: theirs\n  b: 1\n')
  expect(mergedText([{ lines: ['a', 'b'] }], [])).toBe('a\nb')
})
