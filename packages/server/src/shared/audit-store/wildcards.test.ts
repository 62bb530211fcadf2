import { expect, test } from 'vitest'
import { exactText, parsePattern, prefixOf, toGlob, toLike } from './wildcards.ts'

test.each([
  ['photos', ['photos', 'photos', 'photos', 'photos']],
  ['a*', [undefined, 'a', 'a*', 'a%']],
  ['*.jpg', [undefined, '', '*?jpg', '%_jpg']],
  ['*\\.jpg', [undefined, '', '*.jpg', '%.jpg']],
  ['a\\*b', ['a*b', 'a*b', 'a[*]b', 'a*b']],
  ['a\\\\b', ['a\\b', 'a\\b', 'a\\b', 'a\\\\b']],
  ['50%_*', [undefined, '50%_', '50%_*', '50\\%\\_%']],
  ['what?[1]*', [undefined, 'what?[1]', 'what[?][[]1]*', 'what?[1]%']],
  ['a***b', [undefined, 'a', 'a*b', 'a%b']],
  ['', ['', '', '', '']],
])('reads %s', (value, [exact, prefix, glob, like]) => {
  const parts = parsePattern(value)
  expect([exactText(parts), prefixOf(parts), toGlob(parts), toLike(parts)]).toEqual([exact, prefix, glob, like])
})

test('rejects a single backslash at the end', () => {
  expect(() => parsePattern('a\\')).toThrow('single backslash')
})

test('has the wildcards of the specification', () => {
  expect(parsePattern('*')).toEqual(['any'])
  expect(parsePattern('.')).toEqual(['one'])
  expect(parsePattern('\\*')).toEqual([{ text: '*' }])
})
