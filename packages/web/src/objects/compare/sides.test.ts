import { expect, test } from 'vitest'
import { lineDiff, shortened } from '../../shared/line-diff/line-diff.ts'
import { sidesOf } from './sides.ts'

const side = (number: number, text: string, isChanged = false) => ({ number, text, isChanged })

test('a changed line is beside the line that replaces it', () => {
  expect(sidesOf(lineDiff('a\nb\nc', 'a\nB\nc'))).toEqual([
    { before: side(1, 'a'), after: side(1, 'a') },
    { before: side(2, 'b', true), after: side(2, 'B', true) },
    { before: side(3, 'c'), after: side(3, 'c') },
  ])
})

test('a line without a counterpart is beside nothing', () => {
  expect(sidesOf(lineDiff('a\nb', 'a\nx\ny\nb'))).toEqual([
    { before: side(1, 'a'), after: side(1, 'a') },
    { before: undefined, after: side(2, 'x', true) },
    { before: undefined, after: side(3, 'y', true) },
    { before: side(2, 'b'), after: side(4, 'b') },
  ])
})

test('lines keep their numbers after omitted ones', () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`)
  const rows = sidesOf(shortened(lineDiff(before.join('\n'), [...before.slice(0, -1), 'end'].join('\n'))))
  expect(rows[0]).toBe(16)
  expect(rows[1]).toEqual({ before: side(17, 'line 17'), after: side(17, 'line 17') })
  expect(rows.at(-1)).toEqual({ before: side(20, 'line 20', true), after: side(20, 'end', true) })
})
