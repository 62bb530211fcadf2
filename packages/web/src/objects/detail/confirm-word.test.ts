import { expect, test } from 'vitest'
import { confirmWord } from './confirm-word.ts'

test('uses a name that can be typed', () => {
  expect(confirmWord('minutes of may.txt')).toBe('minutes of may.txt')
  expect(confirmWord('<img onerror>')).toBe('<img onerror>')
})

test.each(['invoice\u202Egpj.exe', 'two\nlines', ' edge ', '日本語', 'x'.repeat(65)])('%j cannot be typed', (name) => {
  expect(confirmWord(name)).toBe('delete')
})
