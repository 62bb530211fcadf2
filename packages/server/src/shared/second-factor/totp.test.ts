import { expect, test } from 'vitest'
import { base32, matchingStep, otpauthAddress, totpCode, totpStep } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('computes the code of RFC 6238, appendix B, at %d s', (seconds, code) => {
  const step = totpStep(seconds * 1000)
  expect(totpCode(SECRET, step, 8)).toBe(code)
  expect(totpCode(SECRET, step)).toBe(code.slice(2))
})

test('accepts the code of the step before and after, and none further away', () => {
  const now = 1_234_567_890_000
  const step = totpStep(now)
  const accepted = [-2, -1, 0, 1, 2].map((away) => matchingStep(SECRET, totpCode(SECRET, step + away), now, 0))
  expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined])
})

test('accepts a code once, and none before one that was used', () => {
  const now = 1_234_567_890_000
  const step = totpStep(now)
  expect(matchingStep(SECRET, totpCode(SECRET, step), now, step - 1)).toBe(step)
  expect(matchingStep(SECRET, totpCode(SECRET, step), now, step)).toBeUndefined()
  expect(matchingStep(SECRET, totpCode(SECRET, step - 1), now, step)).toBeUndefined()
})

test('accepts digits in groups, and nothing else than six digits', () => {
  const now = 59_000
  expect(matchingStep(SECRET, '287 082', now, 0)).toBe(1)
  for (const typed of ['', '28708', '2870820', '287082a', '٢٨٧٠٨٢', '-28708']) {
    expect([typed, matchingStep(SECRET, typed, now, 0)]).toEqual([typed, undefined])
  }
})

test('writes secrets as RFC 4648 does, and addresses that a name cannot break', () => {
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
  expect(otpauthAddress('a.example:9090', 'anna&secret=A', SECRET)).toBe(
    'otpauth://totp/a.example%3A9090:anna%26secret%3DA?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=a.example%3A9090&algorithm=SHA1&digits=6&period=30',
  )
})
