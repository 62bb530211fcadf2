import { expect, test } from 'vitest'
import { parseCredential } from './credential-scope.ts'

test('an access key may contain slashes, and trailing slashes are ignored', () => {
  expect(parseCredential(' a/b/c/20261121/us-east-1/s3/aws4_request// ', 's3', 'us-east-1')).toMatchObject({
    accessKey: 'a/b/c',
  })
})

test('a credential with many slashes is rejected immediately', () => {
  const before = process.threadCpuUsage()

  expect(() => parseCredential(`${'/'.repeat(100_000)}x`, 's3', 'us-east-1')).toThrow()

  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(500)
})
