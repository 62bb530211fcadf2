import { expect, test } from 'vitest'
import { type Activation, missingForActivation } from './activation.ts'

const missing = (form: Partial<Activation>) =>
  missingForActivation({ by: 'key', license: '', email: '', password: '', ...form })

test('activation by key needs a key that is not blank', () => {
  expect([missing({ license: ' \n' }), missing({ license: ' key ' })]).toEqual(['key', undefined])
})

test('activation by account needs an email and a password that are not blank', () => {
  const by = 'account'
  expect(missing({ by, license: 'key', email: ' ', password: 'right' })).toBe('account')
  expect(missing({ by, email: 'ada@example.com', password: ' ' })).toBe('account')
  expect(missing({ by, email: 'ada@example.com', password: 'right' })).toBeUndefined()
})
