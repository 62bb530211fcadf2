import { expect, test } from 'vitest'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'

test('makes ten different codes of 80 bits', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
})

test('finds a code however it is typed, and only that of the account', () => {
  const kept = recoveryHash('anna', 'abcd-efgh-2345-mnop')
  expect(recoveryHash('anna', ' ABCD efgh2345 MNOP ')).toBe(kept)
  expect(recoveryHash('anna', 'abcd-efgh-2345-mnoq')).not.toBe(kept)
  expect(recoveryHash('berta', 'abcd-efgh-2345-mnop')).not.toBe(kept)
})
