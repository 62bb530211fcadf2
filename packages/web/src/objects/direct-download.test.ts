import { expect, test } from 'vitest'
import { objectOfLink } from './direct-download.ts'

test.each([
  ['/api/v1/buckets/photos/objects/download?prefix=a%20b%2Fc%3F.jpg', { bucket: 'photos', key: 'a b/c?.jpg' }],
  [
    '/below/api/v1/buckets/photos/objects/download?prefix=a&version_id=v1',
    { bucket: 'photos', key: 'a', versionId: 'v1' },
  ],
  [
    '/api/v1/buckets/photos/objects/download?prefix=folder%2F&version_id=v1',
    {
      bucket: 'photos',
      key: 'folder/',
      versionId: 'v1',
    },
  ],
])('the link %s is a download of an object', (path, object) => {
  expect(objectOfLink(`https://console.example${path}`)).toEqual({ versionId: undefined, ...object })
})

test.each([
  '/api/v1/buckets/photos/objects/download?prefix=folder%2F',
  '/api/v1/buckets/photos/objects/download',
  '/api/v1/buckets/photos/objects/preview?prefix=a',
  '/api/v1/iam-backup/export?prefix=a',
  '/api/v1/buckets/a/b/objects/download?prefix=a',
])('the link %s is none', (path) => {
  expect(objectOfLink(`https://console.example${path}`)).toBeUndefined()
})
