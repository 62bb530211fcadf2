import type { LogRecord } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { adviceOf, explainedRequest, isExplainable } from './explained-request.ts'

const DENIED = {
  access_key: 'KEY',
  parent_user: 'ana',
  api_name: 'ListObjectsV2',
  bucket: 'photos',
  object: '',
  response_status_code: 403,
  error_code: '',
} as LogRecord

test('a request of a session is one of its user', () => {
  const request = { principal: 'user', name: 'ana', action: 's3:ListBucket', resource: 'photos' }
  expect(explainedRequest(DENIED, [])).toEqual(request)
  expect(explainedRequest({ ...DENIED, access_key: 'ana', parent_user: '' }, [])).toEqual(request)
})

test('a service account has its own policies, and without a key the request is anonymous', () => {
  const put = { ...DENIED, api_name: 'PutObjectPart', object: 'a/b.jpg' }
  const asked = { action: 's3:PutObject', resource: 'photos/a/b.jpg' }
  expect(explainedRequest(put, ['KEY'])).toEqual({ ...asked, principal: 'service-account', name: 'KEY' })
  expect(explainedRequest({ ...put, access_key: '', parent_user: '' }, ['KEY'])).toMatchObject({
    principal: 'anonymous',
  })
})

test('only what policies refused on a bucket can be explained', () => {
  expect(isExplainable(DENIED)).toBe(true)
  expect(isExplainable({ ...DENIED, response_status_code: 404 })).toBe(false)
  expect(isExplainable({ ...DENIED, bucket: '', api_name: 'ServerInfo' })).toBe(false)
})

test('a wrong key, a wrong clock and an expired token are not refusals of a policy', () => {
  for (const [error_code, advice] of [
    ['SignatureDoesNotMatch', 'keys'],
    ['InvalidAccessKeyId', 'keys'],
    ['RequestTimeTooSkewed', 'clock'],
    ['ExpiredToken', 'expired'],
  ] as const) {
    expect(isExplainable({ ...DENIED, error_code })).toBe(false)
    expect(adviceOf({ ...DENIED, error_code })).toBe(advice)
  }
  expect(isExplainable({ ...DENIED, error_code: 'AccessDenied' })).toBe(true)
})

test.each([
  [404, 'NoSuchKey', 'noObject'],
  [404, 'NoSuchBucket', 'noBucket'],
  [404, 'NoSuchUpload', 'noUpload'],
  [404, 'NoSuchLifecycleConfiguration', 'absent'],
  [400, 'InvalidPart', 'invalid'],
  [409, 'BucketNotEmpty', 'conflict'],
  [412, 'PreconditionFailed', 'precondition'],
  [499, '', 'disconnected'],
  [500, 'InternalError', 'internal'],
  [501, 'NotImplemented', 'internal'],
  [503, 'SlowDown', 'busy'],
  [503, '', 'unavailable'],
] as const)('explains a failure with status %i and code %s', (response_status_code, error_code, advice) => {
  expect(adviceOf({ ...DENIED, response_status_code, error_code })).toBe(advice)
})

test('without a code, as MinIO reports, the object of a request tells what was not there', () => {
  const absent = { ...DENIED, response_status_code: 404 }
  expect(adviceOf({ ...absent, api_name: 'HeadObject', object: 'a.txt' })).toBe('noObject')
  expect(adviceOf({ ...absent, api_name: 'GetObjectTagging', object: 'a.txt' })).toBe('absent')
  expect(adviceOf({ ...absent, api_name: 'GetBucketLifecycle' })).toBe('absent')
})

test('what succeeded, and what the policy simulator explains, needs no advice', () => {
  expect(adviceOf({ ...DENIED, response_status_code: 200 })).toBeUndefined()
  expect(adviceOf({ ...DENIED, response_status_code: 0 })).toBeUndefined()
  expect(adviceOf(DENIED)).toBeUndefined()
  expect(adviceOf({ ...DENIED, bucket: '', api_name: 'ServerInfo' })).toBe('refused')
})
