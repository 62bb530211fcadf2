import { expect, test } from 'vitest'
import { typedPath } from './typed-path.ts'

test.each([
  ['', '', undefined],
  ['photos', 'photos', undefined],
  [' photos ', 'photos', undefined],
  ['photos/', 'photos', ''],
  ['/photos/a b /c ', 'photos', 'a b /c '],
  ['s3://photos/a//b', 'photos', 'a//b'],
  ['s3://photos', 'photos', undefined],
])('parses %j as the bucket %j and the key %j', (text, bucket, key) => {
  expect(typedPath(text)).toEqual({ bucket, key })
})
