import { expect, test } from 'vitest'
import { sentences } from './sentences.ts'

test('sentences have a space between them, except after a full-width full stop', () => {
  expect(sentences(['One.', 'Two.'])).toBe('One. Two.')
  expect(sentences(['按 Tab 离开。', '按 F8 转到 a。'])).toBe('按 Tab 离开。按 F8 转到 a。')
})
