import { expect, test } from 'vitest'
import { jsonProblem } from './json-problem.ts'

test.each([
  ['', 'incomplete', 0],
  ['{"a": 1', 'incomplete', 7],
  ['{"a": 1 "b": 2}', 'commaOrBrace', 8],
  ['[1 2]', 'commaOrBracket', 3],
  ['[1, ]', 'value', 4],
  ['{"a": 1,}', 'key', 8],
  ["{'a': 1}", 'key', 1],
  ['{"a" 1}', 'colon', 5],
  ['{"a": yes}', 'value', 6],
  ['{"a": 01}', 'commaOrBrace', 7],
  ['{"a": "b\n"}', 'string', 6],
  ['{"a": "b', 'string', 6],
  ['{"a": "\\x"}', 'escape', 7],
  ['{} {}', 'afterEnd', 3],
  ['[1}', 'commaOrBracket', 2],
  ['\u00a0{}', 'value', 0],
])('finds in %j %s at %i', (text, kind, at) => {
  expect(jsonProblem(text)).toEqual({ kind, at })
})

test('handles deep and long texts', () => {
  const deep = 200_000
  expect(jsonProblem('['.repeat(deep) + ']'.repeat(deep))).toBeUndefined()
  expect(jsonProblem(`"${'x'.repeat(2_000_000)}`)?.kind).toBe('string')
})

test('accepts what JSON.parse accepts, in texts with one character changed', () => {
  const whole = '{"Statement": [{"Effect": "Allow", "x": [1.5e3, -0, true, null, "a\\u00e9\\n"]}], "Id": ""}'
  const pieces = ['', '"', '{', '}', '[', ']', ',', ':', '\\', '0', '-', '.', 'e', 't', ' ', '\n', '\u0007']
  for (let at = 0; at <= whole.length; at++) {
    for (const piece of pieces) {
      for (const text of [
        whole.slice(0, at) + piece + whole.slice(at),
        whole.slice(0, at) + piece + whole.slice(at + 1),
      ]) {
        expect(jsonProblem(text) === undefined, text).toBe(parses(text))
      }
    }
  }
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
