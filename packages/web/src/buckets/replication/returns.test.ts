import type { ReplicationRule } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { hostOf, replicatesBack } from './returns.ts'

const rule = (endpoint: string, bucket: string, status: ReplicationRule['status'] = 'Enabled') =>
  ({ status, destination: { bucket: `arn:minio:replication::1:${bucket}` }, target: { endpoint } }) as ReplicationRule

test('a default port is no part of a host', () => {
  expect(
    ['https://s3.example:443', 's3.example:443', 'http://s3.example:80/', 'S3.example:80', '[::1]:443'].map(hostOf),
  ).toEqual(['s3.example', 's3.example', 's3.example', 's3.example', '[::1]'])
  expect(hostOf('s3.example:8443')).toBe('s3.example:8443')
})

test('the host of an address has its port, and no scheme or path', () => {
  expect(
    ['http://S3.example:9000/', 's3.example:9000', 'https://s3.example', '[::1]:9000', '', '?'].map(hostOf),
  ).toEqual(['s3.example:9000', 's3.example:9000', 's3.example', '[::1]:9000', '', ''])
})

test.each([
  [[rule('s3.example:9000', 'photos')], true],
  [[rule('other.example:9000', 'photos')], false],
  // It may be this server's own, as an internal name is.
  [[rule('unknown.example:9000', 'photos')], undefined],
  [[rule('other.example:9000', 'photos'), rule('unknown.example:9000', 'photos')], undefined],
  [[rule('unknown.example:9000', 'photos'), rule('s3.example:9000', 'photos')], true],
  [[rule('unknown.example:9000', 'photos', 'Disabled')], false],
  [[rule('unknown.example:9000', 'copies')], false],
  [[rule('s3.example:9000', 'copies')], false],
  [[rule('s3.example:9000', 'photos', 'Disabled')], false],
  [[rule('', 'copies')], false],
  [[rule('', 'photos')], undefined],
  [[rule('', 'photos'), rule('s3.example:9000', 'photos')], true],
  [[], false],
])('of %j', (rules, expected) => {
  const here = { storage: 'http://s3.example:9000', bucket: 'photos', others: new Set(['other.example:9000']) }
  expect(replicatesBack(rules, here)).toBe(expected)
})
