import { expect, test } from 'vitest'
import { errorOfResponse } from '../api/api-error.ts'
import { refusedRequest } from './explain.ts'

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
