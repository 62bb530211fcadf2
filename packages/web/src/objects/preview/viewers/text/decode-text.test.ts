import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))

test.each([
  ['UTF-8', Buffer.from('Gruß, 世界 🪣'), 'UTF-8', 'Gruß, 世界 🪣'],
  ['UTF-8 with a mark', Buffer.from('\uFEFFGruß'), 'UTF-8', 'Gruß'],
  ['UTF-16LE with a mark', utf16('\uFEFFGruß 世界'), 'UTF-16LE', 'Gruß 世界'],
  ['UTF-16BE with a mark', Buffer.from(utf16('\uFEFFGruß')).swap16(), 'UTF-16BE', 'Gruß'],
  ['UTF-16LE without a mark', utf16('name;value\r\nGruß;1\r\n'), 'UTF-16LE', 'name;value\r\nGruß;1\r\n'],
  ['UTF-16BE without a mark', Buffer.from(utf16('Gruß aus Köln')).swap16(), 'UTF-16BE', 'Gruß aus Köln'],
  ['windows-1252', bytes(0x80, 0x20, 0x66, 0xfc, 0x72), 'windows-1252', '€ für'],
  ['colors of a terminal', Buffer.from('\x1b[31mred\x1b[0m'), 'UTF-8', '\x1b[31mred\x1b[0m'],
  ['nothing', bytes(), 'UTF-8', ''],
])('reads %s', (_, content, encoding, text) => {
  expect(decodeText(new Uint8Array(content), true)).toEqual({ encoding, text })
})

test('ignores a character that is cut off at the end of the part', () => {
  const content = new Uint8Array(Buffer.from('é'.repeat(10)))
  for (const length of [18, 19]) {
    expect(decodeText(content.subarray(0, length), false)).toEqual({ encoding: 'UTF-8', text: 'é'.repeat(9) })
  }
  expect(decodeText(content.subarray(0, 19), true)?.encoding).toBe('windows-1252')
})

test.each([
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['zeros', new Uint8Array(100)],
  ['control characters', Uint8Array.from({ length: 100 }, (_, at) => (at % 10 === 0 ? 2 : 65))],
  ['a mark of UTF-8 before zeros', bytes(0xef, 0xbb, 0xbf, 0x41, 0, 0x41)],
])('takes %s for no text', (_, content) => {
  expect(decodeText(new Uint8Array(content), true)).toBeUndefined()
})
