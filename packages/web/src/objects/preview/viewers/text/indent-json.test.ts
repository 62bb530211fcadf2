import { expect, test } from 'vitest'
import { indentJson, isCompact } from './indent-json.ts'

test.each([
  ['{"a":1,"b":[1,2]}', '{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ]\n}'],
  ['{"a":{},"b":[ ]}', '{\n  "a": {},\n  "b": []\n}'],
  ['{"a":"x, {y}: \\"z\\""}', '{\n  "a": "x, {y}: \\"z\\""\n}'],
  // JSON.parse would change each of them.
  ['{"a":12345678901234567890,"a":1.0}', '{\n  "a": 12345678901234567890,\n  "a": 1.0\n}'],
  ['{"a":1}\n{"a":2}', '{\n  "a": 1\n}\n{\n  "a": 2\n}'],
  ['{"a":["cut o', '{\n  "a": [\n    "cut o'],
  ['no JSON', 'noJSON'],
  ['}}]', '}\n}\n]'],
  ['', ''],
])('%j becomes lines', (json, indented) => {
  expect(indentJson(json)).toBe(indented)
})

test('a valid text keeps its meaning', () => {
  const value = { list: [1, -2.5e3, 'a\n"', null, true, [], {}, [[{ deep: ['x'] }]]], 'na:me': '}{' }
  const json = JSON.stringify(value)
  expect(indentJson(json)).toBe(JSON.stringify(value, null, 2))
})

test('a mebibyte of brackets stays as it is; strings and spaces of that length are read in linear time', () => {
  const deep = '['.repeat(1024 * 1024)
  expect(indentJson(deep)).toBe(deep)
  const closed = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`
  expect(indentJson(closed).split('\n')).toHaveLength(2001)
  for (const character of ['\\', 'x', '"', ':', ',']) {
    expect(indentJson(`"${character.repeat(1024 * 1024)}`).length).toBeGreaterThan(0)
  }
  expect(indentJson(' '.repeat(1024 * 1024))).toBe('')
})

test('only texts with very long lines are compact', () => {
  expect(isCompact('{"a": 1}')).toBe(false)
  expect(isCompact(`[${'1,'.repeat(400)}1]`)).toBe(true)
  expect(isCompact(`[\n${'  1,\n'.repeat(400)}1]`)).toBe(false)
})
