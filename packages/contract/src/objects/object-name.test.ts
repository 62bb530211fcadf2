import { expect, test } from 'vitest'
import { objectNameProblem } from './object-name.ts'

test.each([
  'a.txt',
  'folder/',
  ' spaces ',
  'ünïcødé-日本語',
  'a\u202Egnp.exe',
  'tab\tand\nnewline',
  '%2F',
  '..hidden/...',
  Array.from({ length: 5 }, () => 'x'.repeat(200)).join('/'),
])('accepts %j', (key) => {
  expect(objectNameProblem(key)).toBeUndefined()
})

test.each([
  ['', 'empty'],
  ['/leading', 'starts with a slash'],
  ['a//b', 'two slashes'],
  ['../escape', '".."'],
  ['a/./c', '"."'],
  ['a\0b', 'null character'],
  ['\ud800', 'Unicode'],
  ['é'.repeat(128), '255 bytes'],
  ['x/'.repeat(513), '1,024 bytes'],
])('rejects %j because of: %s', (key, reason) => {
  expect(objectNameProblem(key)?.text).toContain(reason)
})
