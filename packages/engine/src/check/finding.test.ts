import { expect, test } from 'vitest'
import { objectName, visible } from './finding.ts'

test('shows hidden characters in names', () => {
  expect(visible('a\nb\u001b[31mc\u202ed\u0085')).toBe('a\\u{a}b\\u{1b}[31mc\\u{202e}d\\u{85}')
  expect(visible('a\\u{a}')).toBe('a\\\\u{a}')
  expect(visible('é/ß 🛢')).toBe('é/ß 🛢')
  expect(visible('half \ud83d')).toBe('half \\u{d83d}')
})

test('names the version only if there is one', () => {
  expect(objectName('casks', 'oak/1')).toBe('casks/oak/1')
  expect(objectName('casks', 'oak/1', 'null')).toBe('casks/oak/1')
  expect(objectName('casks', 'oak/1', 'abc')).toBe('casks/oak/1 (version abc)')
})
