import { expect, test } from 'vitest'
import { tokenExpiry, tokenSubject } from './token-claims.ts'

const tokenOf = (claims: unknown) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

test('reads the expiry and the subject of a JSON Web Token', () => {
  const token = tokenOf({ exp: 1_700_000_000, sub: 'system:serviceaccount:team:jane' })
  expect(tokenExpiry(token)).toBe(1_700_000_000_000)
  expect(tokenSubject(token)).toBe('system:serviceaccount:team:jane')
})

test('returns neither for other tokens', () => {
  const others = [
    tokenOf({ exp: 'soon', sub: 7 }),
    tokenOf({ sub: ['jane'] }),
    tokenOf(null),
    tokenOf('sub'),
    tokenOf({}),
  ]
  for (const token of ['static-token', 'a.b.c', '', ...others]) {
    expect(tokenExpiry(token)).toBeUndefined()
    expect(tokenSubject(token)).toBe('')
  }
})
