import { expect, test } from 'vitest'
import { decodeUsername, encodeUsername } from './remembered-username.ts'

test.each(['minioadmin', 'Zoë', '山田', 'a b+c/=', '😀'])(
  'the username %j is kept encoded and read back',
  (username) => {
    const encoded = encodeUsername(username)
    expect(encoded).not.toContain(username)
    expect(decodeUsername(encoded)).toBe(username)
  },
)

test('what was not written by us is refused', () => {
  expect(() => decodeUsername('%%%')).toThrow()
  expect(() => decodeUsername(btoa('\xff'))).toThrow()
})
