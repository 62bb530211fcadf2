import { expect, test } from 'vitest'
import { redactedHeaders, redactedQueryText } from './redaction.ts'

test('redacts signatures, tokens and customer keys', () => {
  const shown = redactedHeaders({
    authorization:
      'AWS4-HMAC-SHA256 Credential=who/20260101/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=abcdef',
    'x-amz-security-token': 'token',
    'x-amz-server-side-encryption-customer-key': 'key',
    cookie: 'session=1',
    'content-type': 'text/plain',
    etag: '"e"',
  })
  expect(shown).toEqual({
    Authorization:
      'AWS4-HMAC-SHA256 Credential=who/20260101/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=*REDACTED*',
    'X-Amz-Security-Token': '*REDACTED*',
    'X-Amz-Server-Side-Encryption-Customer-Key': '*REDACTED*',
    Cookie: '*REDACTED*',
    'Content-Type': 'text/plain',
    ETag: '"e"',
  })
})

test('redacts other authorization schemes entirely', () => {
  expect(redactedHeaders({ authorization: 'Bearer abc' })).toEqual({ Authorization: '*REDACTED*' })
  expect(redactedHeaders({ authorization: 'AWS who:signature' })).toEqual({ Authorization: '*REDACTED*' })
})

test('redacts the signature and the token of a presigned URL', () => {
  const query = new URLSearchParams(
    'X-Amz-Signature=abc&X-Amz-Security-Token=def&X-Amz-Credential=who&prefix=a b&Signature=x',
  )
  expect(redactedQueryText(query)).toBe(
    'X-Amz-Signature=*REDACTED*&X-Amz-Security-Token=*REDACTED*&X-Amz-Credential=who&prefix=a+b&Signature=*REDACTED*',
  )
})

test('redacts the signature of a presigned URL in the Referer header', () => {
  const url = 'http://127.0.0.1:9000/bkt/page.html?X-Amz-Credential=key&X-Amz-Signature=topsecret'
  expect(redactedHeaders({ referer: url })).toEqual({ Referer: url.replace('topsecret', '*REDACTED*') })
  expect(redactedHeaders({ referer: 'http://127.0.0.1:9000/' })).toEqual({ Referer: 'http://127.0.0.1:9000/' })
})
