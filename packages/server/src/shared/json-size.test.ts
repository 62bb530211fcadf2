import { expect, test } from 'vitest'
import { jsonProblem } from './json-size.ts'

const problem = (json: string) => jsonProblem(Buffer.from(json))
const fields = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`

test.each<[string, string | undefined]>([
  ['', undefined],
  [`[${'0,'.repeat(59_000)}0]`, undefined],
  [`[${'0,'.repeat(60_000)}0]`, 'it has more than 60000 values'],
  ['[]'.repeat(60_001), 'it has more than 60000 values'],
  [fields(1_000), undefined],
  [fields(1_001), 'an object in it has more than 1000 fields'],
  [`{"a":${fields(999)},"b":${fields(999)}}`, undefined],
  ['['.repeat(100), undefined],
  ['['.repeat(101), 'it has more than 100 levels of nesting'],
  ['{"a":'.repeat(101), 'it has more than 100 levels of nesting'],
  [`["${'[{,:'.repeat(100_000)}", "\\"${'[{,:'.repeat(100_000)}"]`, undefined],
  [`${']'.repeat(200)}${'['.repeat(100)}`, undefined],
])('what is wrong with the size of JSON: %#', (json, expected) => {
  expect(problem(json)).toBe(expected)
})
