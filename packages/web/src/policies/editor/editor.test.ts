import type { PolicyCatalogue } from '@cooperage/contract'
import { describe, expect, test } from 'vitest'
import { jsonContext } from './json-context.ts'
import { lineDiff, shortened } from './line-diff.ts'
import { wordsAt } from './words.ts'

/** The text with the cursor at the bar. */
function at(marked: string) {
  const cursor = marked.indexOf('|')
  return jsonContext(marked.replace('|', ''), cursor)
}

describe('jsonContext', () => {
  test.each<[string, string[], boolean]>([
    ['{ "|" }', [], true],
    ['{ "Version": "|" }', ['Version'], false],
    ['{ "Statement": [{ "|', ['Statement', '[]'], true],
    ['{ "Statement": [{ "Action": ["s3:Get|"] }] }', ['Statement', '[]', 'Action', '[]'], false],
    ['{ "Statement": [{ "Sid": "a\\"{", "Effect": "|" }] }', ['Statement', '[]', 'Effect'], false],
    ['{ "Statement": { "Condition": { "StringLike": { "|" } } } }', ['Statement', 'Condition', 'StringLike'], true],
    ['{ "Statement": [{ "Action": | }] }', ['Statement', '[]', 'Action'], false],
    ['{ "Statement": [{}, {"Effect": "Allow", |', ['Statement', '[]'], true],
  ])('of %s', (marked, path, isKey) => {
    expect(at(marked)).toMatchObject({ path, isKey })
  })

  test('returns the text between the quotes', () => {
    expect(at('{ "Version": "20|12" }').string).toEqual({ from: 14, to: 18 })
    expect(at('{ "Version": "20|\n}').string).toEqual({ from: 14, to: 16 })
    expect(at('{ "Version": | }').string).toBeUndefined()
  })
})

const CATALOGUE: PolicyCatalogue = {
  actions: [{ name: 's3:GetObject', service: 's3', target: 'object', ownKeys: [] }],
  commonKeys: ['aws:username'],
  conditionKeys: ['aws:username', 's3:prefix'],
  operators: ['StringLike', 'Bool'],
  qualifiers: ['ForAnyValue'],
}

test.each<[string, string[]]>([
  ['{ "|" }', ['Version', 'Statement', 'ID']],
  ['{ "Statement": [{ "Effect": "|" }] }', ['Allow', 'Deny']],
  ['{ "Statement": [{ "Action": "|" }] }', ['s3:GetObject']],
  ['{ "Statement": [{ "Resource": ["|"] }] }', ['arn:aws:s3:::photos', 'arn:aws:s3:::photos/*', 'arn:aws:s3:::*']],
  ['{ "Statement": [{ "Condition": { "|" } }] }', ['StringLike', 'Bool', 'ForAnyValue:StringLike']],
  ['{ "Statement": [{ "Condition": { "Bool": { "|" } } }] }', ['aws:username', 's3:prefix']],
  ['{ "Statement": [{ "Sid": "|" }] }', []],
])('in %s these words are offered', (marked, words) => {
  expect(wordsAt(at(marked), CATALOGUE, ['photos']).map(({ text }) => text)).toEqual(words)
})

describe('lineDiff', () => {
  const shown = (before: string, after: string) =>
    lineDiff(before, after).map(({ kind, text }) => ({ same: ' ', added: '+', removed: '-' })[kind] + text)

  test('shows removed and added lines', () => {
    expect(shown('a\nb\nc', 'a\nx\nc')).toEqual([' a', '-b', '+x', ' c'])
    expect(shown('a\nb', 'a\nb')).toEqual([' a', ' b'])
    expect(shown('', 'a')).toEqual(['-', '+a'])
    expect(shown('a\nb\nc\nd', 'b\nc\nd\ne')).toEqual(['-a', ' b', ' c', ' d', '+e'])
  })

  test('contains both texts', () => {
    const pick = 'abcab'
    for (let seed = 0; seed < 200; seed++) {
      const letters = (salt: number) => [...pick].filter((_, index) => (seed * (index + salt)) % 3 !== 0).join('\n')
      const [before, after] = [letters(1), letters(2)]
      const lines = lineDiff(before, after)
      const read = (kind: string) => lines.filter((line) => line.kind === 'same' || line.kind === kind)
      expect(
        read('removed')
          .map(({ text }) => text)
          .join('\n'),
      ).toBe(before)
      expect(
        read('added')
          .map(({ text }) => text)
          .join('\n'),
      ).toBe(after)
    }
  })

  test('omits lines that are far from any change', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    const short = shortened(lineDiff(lines.join('\n'), lines.with(10, 'other').join('\n')))
    expect(short[0]).toBe(7)
    expect(short.at(-1)).toBe(6)
    expect(short).toHaveLength(10)
  })
})
