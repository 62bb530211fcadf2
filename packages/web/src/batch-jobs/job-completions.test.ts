import { expect, test } from 'vitest'
import { completionsIn } from './job-completions.ts'

const TEXT = `expire:
  apiVersion: v1
  # a comment
  rules:
    - type: object
      tags:
        - key: a
          value: b
`.split('\n')

const words = (line: string, lines = TEXT) => completionsIn(lines.slice(0, -1), line)?.words

test('completes the fields of the place where the line is', () => {
  expect(words('ex', [''])).toEqual(['replicate', 'keyrotate', 'expire'])
  expect(words('  pre')).toContain('prefix')
  expect(words('    - ')).toContain('olderThan')
  expect(words('      si')).toContain('size')
  expect(words('          ')).toEqual(['key', 'value'])
  expect(completionsIn(TEXT, '      si')).toMatchObject({ typed: 'si', suffix: ': ' })
})

test('completes values of which there are a few', () => {
  expect(words('    - type: ')).toEqual(['object', 'deleted'])
  expect(words('  apiVersion: v')).toEqual(['v1'])
  expect(words('      disable: t', ['replicate:', '  source:', '    snowball:', ''])).toEqual(['true', 'false'])
})

test('completes nothing elsewhere', () => {
  expect(words('  bucket: photos')).toBeUndefined()
  expect(words('    x', ['constructor:', ''])).toBeUndefined()
  expect(words('  toString: ')).toBeUndefined()
  expect(words('  a sentence')).toBeUndefined()
})
