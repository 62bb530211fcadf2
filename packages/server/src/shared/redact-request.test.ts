import { expect, test } from 'vitest'
import { redactHeaders, redactQuery } from './redact-request.ts'

const redacted = (name: string, value: string) => redactHeaders({ [name]: value })[0]?.value

test('keeps the access key of a signature, but not the signature', () => {
  const start = 'AWS4-HMAC-SHA256 Credential=key/20261124/us-east-1/s3/aws4_request, SignedHeaders=host, Signature='
  expect(redacted('Authorization', `${start}0123abcd`)).toBe(`${start}REDACTED`)
  expect(redacted('authorization', 'AWS key:c2lnbmF0dXJl')).toBe('AWS REDACTED')
  expect(redacted('authorization', 'Bearer secret')).toBe('Bearer REDACTED')
})

test.each([
  'Cookie',
  'X-Amz-Security-Token',
  'X-Amz-Server-Side-Encryption-Customer-Key',
  'X-Amz-Copy-Source-Server-Side-Encryption-Customer-Key',
])('removes the value of %s', (name) => {
  expect(redacted(name, 'secret')).toBe('REDACTED')
})

test('keeps other headers', () => {
  expect(redacted('Content-Length', '7')).toBe('7')
})

test('removes signatures and tokens of presigned URLs, however their names are escaped', () => {
  expect(redactQuery('a=1&X-Amz-Signature=abc&X%2DAmz%2DSecurity%2DToken=t&Signature=s&x=%zz')).toBe(
    'a=1&X-Amz-Signature=REDACTED&X%2DAmz%2DSecurity%2DToken=REDACTED&Signature=REDACTED&x=%zz',
  )
  expect(redactQuery('')).toBe('')
})
