import { expect, test } from 'vitest'
import { nameWithSuffix } from './file-name.ts'

const named = (name: string) => nameWithSuffix(name, () => 0)

test.each([
  ['photo.jpg', 'photo-aaaaaaaa.jpg'],
  ['archive.tar.gz', 'archive.tar-aaaaaaaa.gz'],
  ['README', 'README-aaaaaaaa'],
  ['.env', '.env-aaaaaaaa'],
  ['../../etc/passwd', 'passwd-aaaaaaaa'],
  ['C:\\Users\\me\\a.txt', 'a-aaaaaaaa.txt'],
  ['..', '.-aaaaaaaa.'],
  ['folder/', 'file-aaaaaaaa'],
  ['a.this-is-no-extension', 'a.this-is-no-extension-aaaaaaaa'],
  ['ünï\u202Ecode.txt', 'ünï\u202Ecode-aaaaaaaa.txt'],
])('stores %j as %j', (name, stored) => {
  expect(named(name)).toBe(stored)
})

test('shortens a long name between characters', () => {
  const stored = named(`${'😀'.repeat(200)}.png`)
  expect(stored).toBe(`${'😀'.repeat(50)}-aaaaaaaa.png`)
})
