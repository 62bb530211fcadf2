import { expect, test } from 'vitest'
import { type Press, ShortcutReader } from './shortcuts.ts'

const PAGES = new Map([['b', '/buckets']])
const press = (key: string, rest: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  timeStamp: 0,
  ...rest,
})
const readAll = (presses: Press[], hasSingleKeys = true) => {
  const reader = new ShortcutReader()
  return presses.map((one) => reader.read(one, PAGES, hasSingleKeys)).at(-1)
}

test('Ctrl+K or Cmd+K opens the palette, with Caps Lock too', () => {
  expect(readAll([press('k', { ctrlKey: true })])).toBe('palette')
  expect(readAll([press('K', { metaKey: true })])).toBe('palette')
  expect(readAll([press('k', { ctrlKey: true })], false)).toBe('palette')
})

test('ignores a key with other modifiers', () => {
  for (const modifiers of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { ctrlKey: true, altKey: true }]) {
    for (const key of ['/', '?', 'b']) expect(readAll([press(key, modifiers)])).toBeUndefined()
  }
  expect(readAll([press('k', { ctrlKey: true, metaKey: true })])).toBeUndefined()
})

test('/ focuses the search, ? shows the shortcuts', () => {
  expect(readAll([press('/')])).toBe('search')
  expect(readAll([press('Shift'), press('?')])).toBe('help')
})

test('g and a letter in quick succession go to a page', () => {
  expect(readAll([press('g'), press('b', { timeStamp: 1000 })])).toEqual({ goTo: '/buckets' })
  expect(readAll([press('g'), press('Shift'), press('b')])).toEqual({ goTo: '/buckets' })
  expect(readAll([press('g'), press('b', { timeStamp: 2000 })])).toBeUndefined()
  expect(readAll([press('b')])).toBeUndefined()
  expect(readAll([press('g'), press('x'), press('b')])).toBeUndefined()
  expect(readAll([press('g'), press('g'), press('b')])).toEqual({ goTo: '/buckets' })
})

test('single keys can be turned off', () => {
  expect(readAll([press('/')], false)).toBeUndefined()
  expect(readAll([press('?')], false)).toBeUndefined()
  expect(readAll([press('g'), press('b')], false)).toBeUndefined()
})
