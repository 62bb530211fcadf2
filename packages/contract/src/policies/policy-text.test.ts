import { expect, test } from 'vitest'
import { formatPolicy, isSamePolicy } from './policy-text.ts'

const text = (...actions: string[]) => JSON.stringify({ Version: '2012-10-17', Statement: [{ Action: actions }] })

test('a policy is shown with its values in order', () => {
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

test('texts that differ in writing only say the same', () => {
  expect(isSamePolicy(text('a', 'b'), text('b', 'a'))).toBe(true)
  expect(isSamePolicy('{"Action": "a"}', '{ "Action": ["a"] }')).toBe(true)
  expect(isSamePolicy('{"Sid": "a"}', '{ "Sid": ["a"] }')).toBe(false)
  expect(isSamePolicy(text('a', 'b'), text('a'))).toBe(false)
})

test('the order of statements stays', () => {
  expect(
    isSamePolicy('{"Statement": [{"Sid": "a"}, {"Sid": "b"}]}', '{"Statement": [{"Sid": "b"}, {"Sid": "a"}]}'),
  ).toBe(false)
})

test('what is no JSON stays as it is', () => {
  expect(formatPolicy('{ "Version"')).toBe('{ "Version"')
  expect(formatPolicy('')).toBe('')
})
