import { expect, test } from 'vitest'
import { redacted } from './redacted.ts'

test.each([
  'secretKey',
  'secret_key',
  'password',
  'newPassword',
  'sessionToken',
  'auth_token',
  'jwt',
  'privateKey',
  'creds',
  'accountkey',
  'configurationFile',
  'passphrase',
  'apiKey',
  'Authorization',
  'auth',
])('the value of %s is not kept, wherever it appears', (name) => {
  expect(redacted({ [name]: 'hush', deep: [{ [name]: { inner: 'hush' }, kept: 'shown' }] })).toEqual({
    [name]: '[redacted]',
    deep: [{ [name]: '[redacted]', kept: 'shown' }],
  })
})

test('keeps names: access keys, buckets, policies, numbers and booleans', () => {
  const request = {
    accessKey: 'alice',
    name: 'photos',
    author: 'alice',
    authType: 'none',
    policy: '{"Version":"2012-10-17"}',
    quota: 5,
    on: false,
    no: null,
  }
  expect(redacted(request)).toEqual(request)
})

test('the value of a field that is a secret in one call is not kept in it', () => {
  const body = { url: 'https://hooks.example/T0/B0/key', other: 'shown', none: '' }
  expect(redacted(body, ['url', 'none'])).toEqual({ url: '[redacted]', other: 'shown', none: '' })
  expect(redacted(body)).toEqual(body)
  expect(redacted([1], ['0'])).toEqual([1])
})

test('keeps an empty secret, which shows that none was given', () => {
  expect(redacted({ secretKey: '' })).toEqual({ secretKey: '' })
})

test('truncates texts and lists', () => {
  const long = redacted({ text: 'x'.repeat(1_000_000), list: Array.from({ length: 5_000 }, () => 1) }) as {
    text: string
    list: number[]
  }
  expect([long.text.length, long.list.length]).toEqual([20_481, 1_000])
  const cut = redacted({ text: `${'x'.repeat(20_450)}://me:hush${'x'.repeat(100)}@host` }) as { text: string }
  expect(cut.text).not.toContain('hush')
})

test('removes credentials from URLs, wherever they appear', () => {
  expect(redacted({ url: 'https://me:hush@storage.example/a@b', text: 'at http://hush@host' })).toEqual({
    url: 'https://[redacted]@storage.example/a@b',
    text: 'at http://[redacted]@host',
  })
  expect(redacted(['https://me:h@ush@host/', 'me:hush@host', 'https://host/a?one=hush&hush#end', 'c:d/e@f'])).toEqual([
    'https://[redacted]@host/',
    '[redacted]@host',
    'https://host/a?one=[redacted]&[redacted]#end',
    'c:d/e@f',
  ])
})

test('private keys of certificates and YAML, which may contain any value, are secrets', () => {
  expect(redacted({ tls: { minio: [{ crt: 'certificate', key: 'private' }] }, yaml: 'spec: …' })).toEqual({
    tls: { minio: [{ crt: 'certificate', key: '[redacted]' }] },
    yaml: '[redacted]',
  })
})
