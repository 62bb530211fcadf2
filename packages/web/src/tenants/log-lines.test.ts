import { expect, test } from 'vitest'
import { isHighlighted, logLines } from './log-lines.ts'

test('removes colors and control characters, and marks lines that continue', () => {
  expect(logLines('\u001b[31mERROR\u001b[0m: \u0007disk\r\n   at node\n\n')).toEqual([
    { number: 0, text: 'ERROR: disk', isIndented: false },
    { number: 1, text: '   at node', isIndented: true },
    { number: 2, text: '', isIndented: false },
  ])
  expect(logLines('')).toEqual([])
})

test('highlights text in any case', () => {
  expect(isHighlighted('API: Error', 'eRR')).toBe(true)
  expect(isHighlighted('API', 'error')).toBe(false)
  expect(isHighlighted('API', '')).toBe(false)
})
