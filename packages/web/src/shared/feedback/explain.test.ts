import { expect, test } from 'vitest'
import { errorOfResponse } from '../api/api-error.ts'
import { errorOfFailure } from './error-of-failure.ts'
import { refusedRequest, storageRequestOf } from './explain.ts'

const error = (code: string, parameters: object) =>
  errorOfResponse(403, JSON.stringify({ code, message: 'No', parameters, detailedMessage: '', requestId: '1' }))

test('a refusal is a question for the policy simulator', () => {
  expect(refusedRequest(error('AccessDenied', { action: 's3:DeleteObject', resource: 'photos/a.jpg' }))).toEqual({
    principal: 'me',
    name: '',
    action: 's3:DeleteObject',
    resource: 'photos/a.jpg',
  })
  const server = { key: 'place:server', values: {}, text: 'the server' }
  expect(refusedRequest(error('AccessDenied', { action: 'admin:ServerInfo', resource: server }))?.resource).toBe('')
})

test.each([
  ['NoSuchBucket', {}],
  ['AccessDenied', {}],
  ['AccessDenied', { action: 'unknown action', resource: 'photos' }],
])('%s with %j isn’t', (code, parameters) => {
  expect(refusedRequest(error(code, parameters))).toBeUndefined()
})

test('a failed item of somebody else’s job is a question about that account', () => {
  const values = { task: 'delete objects', action: 's3:DeleteObject', resource: 'photos/a.jpg' }
  const failure = errorOfFailure({ message: 'No', text: { key: 'error:AccessDenied', values, text: 'No' } })
  expect(failure.code).toBe('AccessDenied')
  expect(refusedRequest(failure, 'anna')).toEqual({
    principal: 'user',
    name: 'anna',
    action: 's3:DeleteObject',
    resource: 'photos/a.jpg',
  })
})

test('a failed item has the number of its request, if the storage server gave one', () => {
  expect(storageRequestOf(errorOfFailure({ message: 'No', storageRequestId: '18A2' }))).toBe('18A2')
  expect(storageRequestOf(errorOfFailure({ message: 'No' }))).toBe('')
})

test('words of the storage server have no code', () => {
  expect(errorOfFailure({ message: 'The disk is on fire' })).toMatchObject({ code: '', message: 'The disk is on fire' })
})
