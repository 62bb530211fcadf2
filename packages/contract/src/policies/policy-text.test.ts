import { expect, test } from 'vitest'
import { formatPolicy, isEquivalentPolicy, isSamePolicy, isTooDeep } from './policy-text.ts'

const text = (...actions: string[]) => JSON.stringify({ Version: '2012-10-17', Statement: [{ Action: actions }] })

test('formats a policy with sorted values', () => {
  expect(formatPolicy(text('s3:PutObject', 's3:GetObject'))).toBe(`{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Action": [
        "s3:GetObject",
        "s3:PutObject"
      ]
    }
  ]
}`)
})

test('policies that differ only in formatting are equal', () => {
  expect(isSamePolicy(text('a', 'b'), text('b', 'a'))).toBe(true)
  expect(isSamePolicy('{"Action": "a"}', '{ "Action": ["a"] }')).toBe(true)
  expect(isSamePolicy('{"Sid": "a"}', '{ "Sid": ["a"] }')).toBe(false)
  expect(isSamePolicy(text('a', 'b'), text('a'))).toBe(false)
})

test('keeps the order of statements', () => {
  expect(
    isSamePolicy('{"Statement": [{"Sid": "a"}, {"Sid": "b"}]}', '{"Statement": [{"Sid": "b"}, {"Sid": "a"}]}'),
  ).toBe(false)
})

test('returns text that is not JSON unchanged', () => {
  expect(formatPolicy('{ "Version"')).toBe('{ "Version"')
  expect(formatPolicy('')).toBe('')
})

test.each<[string, boolean]>([
  ['['.repeat(100) + ']'.repeat(100), false],
  ['['.repeat(101), true],
  ['{"a":'.repeat(101), true],
  [`["${'['.repeat(200)}", "\\"${'{'.repeat(200)}"]`, false],
  [`${'[]'.repeat(1_000)}`, false],
  [`"${'['.repeat(200)}`, false],
])('isTooDeep counts the levels outside of texts: %#', (json, expected) => {
  expect(isTooDeep(json)).toBe(expected)
})

test('policies are equivalent as servers rewrite them', () => {
  const condition = { NumericLessThan: { 's3:max-keys': 10 }, Bool: { 'aws:SecureTransport': true } }
  const one = {
    Id: 'x',
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Sid: 'a', Action: 's3:*', Resource: 'arn:aws-cn:s3:::*', Condition: condition },
  }
  const rewritten = {
    Resource: ['arn:aws:s3:::*'],
    Action: ['s3:*'],
    Effect: 'Allow',
    Condition: { Bool: { 'aws:SecureTransport': ['true'] }, NumericLessThan: { 's3:max-keys': ['10'] } },
  }
  const other = { Statement: [rewritten, { ...rewritten, Condition: {} }], Version: '2012-10-17' }
  const { Condition: _, ...plain } = rewritten
  const again = { Version: '2012-10-17', Statement: [plain, one.Statement, rewritten] }
  expect(isEquivalentPolicy(JSON.stringify(one), JSON.stringify({ ...other, Statement: [rewritten] }))).toBe(true)
  expect(isEquivalentPolicy(JSON.stringify(other), JSON.stringify(again))).toBe(true)
  for (const changed of [{ Effect: 'Deny' }, { Action: ['s3:Get*'] }, { Condition: {} }, { NotAction: 's3:Get*' }]) {
    const different = { ...other, Statement: [{ ...rewritten, ...changed }] }
    expect(isEquivalentPolicy(JSON.stringify(one), JSON.stringify(different))).toBe(false)
  }
  expect(isEquivalentPolicy('', '')).toBe(true)
  expect(isEquivalentPolicy('', '{}')).toBe(false)
  expect(isEquivalentPolicy('{"Statement":[null]}', '{"Statement":[]}')).toBe(false)
})
