import { describe, expect, test } from 'vitest'
import { generateSecretKey, judgeSecretKey } from './secret-key.ts'

describe('a generated secret key', () => {
  test('has 40 characters, none of which look alike', () => {
    expect(generateSecretKey()).toMatch(/^[A-HJ-NP-Za-km-np-z2-9]{40}$/)
  })
  test('differs each time', () => {
    expect(generateSecretKey()).not.toBe(generateSecretKey())
  })
  test('skips bytes that would make some characters more likely', () => {
    // 56 characters: 224 is the largest multiple below 256.
    let calls = 0
    const fill = (bytes: Uint8Array) => bytes.fill(calls++ === 0 ? 224 : 223)
    expect(generateSecretKey(fill)).toBe('9'.repeat(40))
  })
  test('is strong', () => expect(judgeSecretKey(generateSecretKey())).toBe('strong'))
})

test.each([
  ['', 'tooShort'],
  ['1234567', 'tooShort'],
  ['x'.repeat(41), 'tooLong'],
  ['ä'.repeat(21), 'tooLong'],
  ['aaaaaaaaaaaa', 'predictable'],
  ['12345678901234567890', 'predictable'],
  ['abcabcabcabcabc', 'predictable'],
  ['minioadmin', 'common'],
  ['Password2026', 'common'],
  ['secret-test-user', 'common'],
  ['kT9vWq2x', 'fair'],
  ['Password-kT9vWq2x', 'fair'],
  ['purple tractor 81 sings', 'strong'],
] as const)('rates %j as %s', (secretKey, verdict) => expect(judgeSecretKey(secretKey, 40)).toBe(verdict))
