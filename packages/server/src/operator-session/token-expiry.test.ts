import { expect, test } from 'vitest'
import { tokenExpiry } from './token-expiry.ts'

const tokenOf = (claims: unknown) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

test('reads the expiry of a JSON Web Token', () => {
  expect(tokenExpiry(tokenOf({ exp: 1_700_000_000 }))).toBe(1_700_000_000_000)
})

test('returns no expiry for other tokens', () => {
  for (const token of ['static-token', 'a.b.c', tokenOf({ exp: 'soon' }), tokenOf(null), tokenOf({})]) {
    expect(tokenExpiry(token)).toBeUndefined()
  }
})
