import { expect, test } from 'vitest'
import { zipName } from './zip-name.ts'

test.each([
  ['2025/photo.jpg', '2025/photo.jpg'],
  ['2025/', '2025/'],
  ['Zoë 100%.txt', 'Zoë 100%.txt'],
  ['a/b:c.txt', 'a/b:c.txt'],
])('%j keeps its name', (key, name) => expect(zipName(key)).toBe(name))

test.each([
  ['../../etc/passwd', '%2E%2E/%2E%2E/etc/passwd'],
  ['a/./b/../c', 'a/%2E/b/%2E%2E/c'],
  ['/etc/passwd', '%2F/etc/passwd'],
  ['a//b', 'a/%2F/b'],
  ['..\\..\\windows', '..%5C..%5Cwindows'],
  ['C:evil.exe', 'C%3Aevil.exe'],
  ['two\nlines\0.txt', 'two%0Alines%00.txt'],
  ['..', '%2E%2E'],
  ['../', '%2E%2E/'],
  ['/', '%2F/'],
])('%j cannot leave the target folder', (key, name) => expect(zipName(key)).toBe(name))

test('never gives two objects the same name', () => {
  const keys = ['a\\b', 'a%5Cb', 'a%255Cb', '..', '%2E%2E', 'a//b', 'a/%2F/b', 'C:x', 'C%3Ax', '\x01', '%01', '%2501']
  expect(new Set(keys.map(zipName)).size).toBe(keys.length)
})
