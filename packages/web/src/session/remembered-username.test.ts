import { expect, test } from 'vitest'
import { decodeUsername, encodeUsername } from './remembered-username.ts'

test.each(['minioadmin', 'Zoë', '山田', 'a b+c/=', '😀'])(
  'the username %j is stored encoded and read back',
  (username) => {
    const encoded = encodeUsername(username)
    expect(encoded).not.toContain(username)
    expect(decodeUsername(encoded)).toBe(username)
  },
)

test('rejects values that were not written by the console', () => {
  expect(() => decodeUsername('%%%')).toThrow()
  expect(() => decodeUsername(btoa('\xff'))).toThrow()
})
