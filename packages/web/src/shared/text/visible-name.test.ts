import { expect, test } from 'vitest'
import { plainName, plainText, visibleName } from './visible-name.ts'

test.each(['photo.jpg', 'ünïcødé-日本語', 'a b', 'שלום.txt', 'family-👨‍👩‍👧.png', 'e\u0301'])(
  '%j is shown as it is',
  (name) => {
    expect(visibleName(name)).toEqual([{ text: name }])
    expect(plainName(name)).toBe(name)
  },
)

test('a character that changes the direction of text becomes a mark', () => {
  expect(visibleName('invoice\u202Egpj.exe')).toEqual([
    { text: 'invoice' },
    { mark: 'U+202E', kind: 'bidi', code: 'U+202E', at: 7 },
    { text: 'gpj.exe' },
  ])
})

test('control and invisible characters become marks', () => {
  expect(visibleName('a\tb\nc\u200Bd').filter((part) => 'mark' in part)).toEqual([
    { mark: 'U+0009', kind: 'control', code: 'U+0009', at: 1 },
    { mark: 'U+000A', kind: 'control', code: 'U+000A', at: 3 },
    { mark: 'U+200B', kind: 'invisible', code: 'U+200B', at: 5 },
  ])
})

test('spaces at the edges become marks, even before the slash of a folder', () => {
  const space = (at: number) => ({ mark: '·', kind: 'space', code: 'U+0020', at })
  expect(plainName(' a b ')).toBe('[·]a b[·]')
  expect(visibleName(' a b ')).toEqual([space(0), { text: 'a b' }, space(4)])
  expect(visibleName('a /')).toEqual([{ text: 'a' }, space(1), { text: '/' }])
})

test('a text keeps the spaces at its edges', () => {
  expect(plainText(' a b ')).toBe(' a b ')
  expect(plainText(' a\u202Eb\u0000')).toBe(' a[U+202E]b[U+0000]')
})
