import { expect, test } from 'vitest'
import { LocalNames, usableName } from './local-names.ts'

test.each([
  ['photo.jpg', 'photo.jpg'],
  ['.git', '.git'],
  ['', '_'],
  ['.', '_'],
  ['..', '__'],
  ['...', '___'],
  ['trailing. ', 'trailing__'],
  [' leading', '_leading'],
  ['a<b>c:d"e\\f|g?h*i', 'a_b_c_d_e_f_g_h_i'],
  ['line\nfeed\u0000', 'line_feed_'],
  ['evil\u202Egpj.exe', 'evil_gpj.exe'],
  ['\ud800half', '\ufffdhalf'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['com1 .txt', '_com1 .txt'],
  ['lpt²', '_lpt²'],
  ['console', 'console'],
  ['desktop.ini', '_desktop.ini'],
  ['click.LNK', 'click.LNK_'],
  ['👨‍👩‍👧.png', '👨‍👩‍👧.png'],
])('%j becomes %j', (segment, name) => {
  expect(usableName(segment)).toBe(name)
})

test('a long name keeps its extension, and is not cut within a character', () => {
  const name = usableName(`${'日本'.repeat(100)}.tar.gz`)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
  expect(name).toMatch(/^(日本)+日?\.gz$/)
})

test('no key leaves the folder', () => {
  const names = new LocalNames()
  for (const key of ['../../etc/passwd', '/etc/passwd', 'a/../../b', '..\\..\\c', './d', 'C:\\e', '//host/f']) {
    for (const segment of names.pathOf(key)) expect(segment).not.toMatch(/^\.{0,2}$|[/\\:]/)
  }
})

test('names that a file system treats as equal are kept apart', () => {
  const names = new LocalNames()
  expect(['Readme.md', 'README.md', 'readme.md'].map((key) => names.pathOf(key))).toEqual([
    ['Readme.md'],
    ['README (1).md'],
    ['readme (2).md'],
  ])
  expect(['caf\u00e9', 'cafe\u0301', 'a?', 'a*'].map((key) => names.pathOf(key)[0])).toEqual([
    'caf\u00e9',
    'cafe\u0301 (1)',
    'a_',
    'a_ (1)',
  ])
})

test('a folder with the name of an object is another folder, the same for all of its objects', () => {
  const names = new LocalNames()
  expect(['a', 'a/b', 'A/b', 'a/c'].map((key) => names.pathOf(key).join('/'))).toEqual([
    'a',
    'a (1)/b',
    'A (2)/b',
    'a (1)/c',
  ])
  expect(names.pathOf('a/b')).toEqual(['a (1)', 'b'])
})
