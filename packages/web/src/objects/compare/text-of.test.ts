import { expect, test } from 'vitest'
import { textOf } from './text-of.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('UTF-8 is text, also with its last character cut off', () => {
  expect(textOf(bytes('naïve 日本'))).toBe('naïve 日本')
  expect(textOf(bytes('naïve 日本').slice(0, -1))).toBe('naïve 日')
  expect(textOf(bytes(''))).toBe('')
})

test.each([
  ['a null byte', bytes('a\0b')],
  ['bytes that are no UTF-8', Uint8Array.of(0x61, 0xff, 0x62)],
])('%s means that it is no text', (_, content) => {
  expect(textOf(content)).toBeUndefined()
})
