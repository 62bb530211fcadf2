import { expect, test } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { shownError } from './use-task.ts'

test('an unexpected error of the browser is shown as one of the passkey, and that of a call as it is', () => {
  const cause = new TypeError('getPublicKey is not a function')
  expect(shownError(cause)).toMatchObject({ name: 'ApiError', status: 400, cause })
  const ofCall = new ApiError({ status: 403, message: 'Wrong code' })
  expect(shownError(ofCall)).toBe(ofCall)
})
