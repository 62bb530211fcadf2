import { expect, test } from 'vitest'
import { headerText, textOfHeader } from './header-text.ts'

test.each(['', 'plain', 'a b', ' spaces ', 'ü', '日本語'.repeat(40), '=?UTF-8?b?eA==?=', 'line\nbreak', '\u{1F600}'])(
  '%j survives a round trip in characters that are valid in a header',
  (text) => {
    const header = headerText(text)
    expect(header).toMatch(/^[\x20-\x7e]*$/)
    expect(textOfHeader(header)).toBe(text)
  },
)

test.each([
  ['=?UTF-8?q?=C3=BC_x?=', 'ü x'],
  ['=?utf-8?Q?a?= =?utf-8?Q?b?=', 'ab'],
  [Buffer.from('ü').toString('latin1'), 'ü'],
  ['\xff', '\xff'],
  ['=?KOI8-R?b?eA==?=', '=?KOI8-R?b?eA==?='],
  ['=?UTF-8?b?/w==?=', '=?UTF-8?b?/w==?='],
])('the header %j decodes to %j', (header, text) => {
  expect(textOfHeader(header)).toBe(text)
})
