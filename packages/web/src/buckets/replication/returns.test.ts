import type { ReplicationRule } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { hostOf, replicatesBack } from './returns.ts'

const rule = (endpoint: string, bucket: string, status: ReplicationRule['status'] = 'Enabled') =>
  ({ status, destination: { bucket: `arn:minio:replication::1:${bucket}` }, target: { endpoint } }) as ReplicationRule

test('the host of an address has its port, and no scheme or path', () => {
  expect(
    ['http://S3.example:9000/', 's3.example:9000', 'https://s3.example', '[::1]:9000', '', '?'].map(hostOf),
  ).toEqual(['s3.example:9000', 's3.example:9000', 's3.example', '[::1]:9000', '', ''])
})

test.each([
  [[rule('s3.example:9000', 'photos')], true],
  [[rule('other.example:9000', 'photos')], false],
  [[rule('s3.example:9000', 'copies')], false],
  [[rule('s3.example:9000', 'photos', 'Disabled')], false],
  [[rule('', 'copies')], false],
  [[rule('', 'photos')], undefined],
  [[rule('', 'photos'), rule('s3.example:9000', 'photos')], true],
  [[], false],
])('of %j', (rules, expected) => {
  expect(replicatesBack(rules, 'http://s3.example:9000', 'photos')).toBe(expected)
})
