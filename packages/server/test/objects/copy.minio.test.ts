/** What only MinIO keeps in copies: encryption, if it has a key, and the storage class. */
import { ENCRYPTING_MINIO, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { objectStorage } from './object-storage.ts'

const given = await withConsole({}, { minio: ENCRYPTING_MINIO })
const objects = objectStorage(given)

const ENCRYPTION = 'x-amz-server-side-encryption'

test.each([
  { kind: 'SSE-S3', headers: { [ENCRYPTION]: 'AES256' } },
  { kind: 'SSE-KMS', headers: { [ENCRYPTION]: 'aws:kms', [`${ENCRYPTION}-aws-kms-key-id`]: 'cooperage-key' } },
])('$kind is kept within the bucket; another bucket applies its own default', async ({ kind, headers }) => {
  const { user, bucket, at } = await objects.bucketWith()
  const { bucket: other, at: otherAt } = await objects.bucketWith()
  await objects.put(bucket, 'k', 'text', headers)
  const kindOf = async (of: string, key: string) => {
    const { json } = await user.get(`${of}/objects/details?prefix=${key}`)
    return (json as { encryption: { kind: string } }).encryption.kind
  }
  const copy = async (json: object) =>
    expect((await user.call('POST', `${at}/objects/copy`, { json: { source: 'k', ...json } })).status).toBe(200)
  const name = uniqueName('copy')
  await copy({ target: name })
  await copy({ target: 'k', metadata: { content_type: 'text/plain' } })
  await copy({ target: name, target_bucket: other })
  expect([await kindOf(at, name), await kindOf(at, 'k'), await kindOf(otherAt, name)]).toEqual([kind, kind, ''])
  for (const key of [name, 'k']) expect(await objects.text(bucket, key)).toBe('text')
})

test('keeps the storage class', async () => {
  const { user, bucket, at } = await objects.bucketWith()
  await objects.put(bucket, 'k', 'text', { 'x-amz-storage-class': 'REDUCED_REDUNDANCY' })
  expect((await user.call('POST', `${at}/objects/copy`, { json: { source: 'k', target: 'copy' } })).status).toBe(200)
  expect(await objects.head(bucket, 'copy')).toMatchObject({ 'x-amz-storage-class': 'REDUCED_REDUNDANCY' })
})
