import { expect, test } from 'vitest'
import { confirmWord, deletionProblem, type Kept } from './deletion.ts'

const NOW = Date.UTC(2026, 10, 22)
const LATER = '2027-01-01T00:00:00Z'
const NOT_KEPT: Kept = { isHeld: false, mode: '', until: '' }
const kept = (part: Partial<Kept>): Kept => ({ ...NOT_KEPT, ...part })

test('an unlocked version can be deleted', () => {
  expect(deletionProblem('version', NOT_KEPT, false, NOW)).toBeUndefined()
  expect(deletionProblem('version', kept({ mode: 'compliance', until: '2026-01-01T00:00:00Z' }), false, NOW)).toBe(
    undefined,
  )
})

test('hold and compliance always protect a version, governance only without the bypass', () => {
  expect(deletionProblem('version', kept({ isHeld: true }), true, NOW)).toBe('held')
  expect(deletionProblem('version', kept({ mode: 'compliance', until: LATER }), true, NOW)).toBe('compliance')
  expect(deletionProblem('version', kept({ mode: 'governance', until: LATER }), false, NOW)).toBe('governance')
  expect(deletionProblem('version', kept({ mode: 'governance', until: LATER }), true, NOW)).toBeUndefined()
})

test('a delete marker can hide a locked version', () => {
  expect(deletionProblem('marker', kept({ isHeld: true }), false, NOW)).toBeUndefined()
})

test('uses a name that can be typed', () => {
  expect(confirmWord('minutes of may.txt')).toBe('minutes of may.txt')
  expect(confirmWord('<img onerror>')).toBe('<img onerror>')
})

test.each(['invoice\u202Egpj.exe', 'two\nlines', ' edge ', '日本語', 'x'.repeat(65)])('%j cannot be typed', (name) => {
  expect(confirmWord(name)).toBe('delete')
})
