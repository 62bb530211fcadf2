import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacSha256 } from './hash.ts'

test.each([
  ['a short key', 'key'],
  ['an empty key', ''],
  ['a key of a block', 'k'.repeat(64)],
  ['a longer key', 'ö'.repeat(64)],
  ['a key of bytes', Buffer.alloc(32, 0xfe)],
])('computes the HMAC of %s', (_, key) => {
  for (const text of ['', 'text', 'größer'.repeat(1_000)]) {
    expect(hmacSha256(key, text).toString('hex')).toBe(createHmac('sha256', key).update(text).digest('hex'))
  }
})
