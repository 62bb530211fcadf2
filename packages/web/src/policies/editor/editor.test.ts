import type { PolicyCatalogue } from '@cooperage/contract'
import { describe, expect, test } from 'vitest'
import { jsonContext } from './json-context.ts'
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
  actions: [{ name: 's3:GetObject', service: 's3', target: 'object', ownKeys: [], grantable: 'folder' }],
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
