import { expect, test } from 'vitest'
import { modalMessage } from './modal-message.ts'

test.each([
  ['', 'Short'],
  ['abcd', 'Short'],
  ['abcde', 'abcde'],
])('with the detail %j a modal says %j', (detailedMessage, said) => {
  expect(modalMessage({ message: 'Short', detailedMessage })).toBe(said)
})
