import type { LogRecord } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { explainedRequest, isExplainable } from './explained-request.ts'

const DENIED = {
  access_key: 'KEY',
  parent_user: 'ana',
  api_name: 'ListObjectsV2',
  bucket: 'photos',
  object: '',
  response_status_code: 403,
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
