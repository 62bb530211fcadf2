/** Copies of encrypted objects on a MinIO that has a key. */
import { type StorageServer, startMinio, uniqueName } from '@cooperage/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningConsole, startConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { objectStorage } from './object-storage.ts'

let storage: StorageServer
let server: RunningConsole
let user: Visitor

beforeAll(async () => {
  const secret = Buffer.alloc(32, 7).toString('base64')
  storage = await startMinio({ env: { MINIO_KMS_SECRET_KEY: `the-key:${secret}` } })
  server = await startConsole(storage.url)
  user = visitor(server.url)
  await user.signIn(storage.root)
})
afterAll(async () => {
  await server?.stop()
  await storage?.stop()
})

const ENCRYPTION = 'x-amz-server-side-encryption'

test.each([
  { kind: 'SSE-S3', headers: { [ENCRYPTION]: 'AES256' } },
  { kind: 'SSE-KMS', headers: { [ENCRYPTION]: 'aws:kms', [`${ENCRYPTION}-aws-kms-key-id`]: 'the-key' } },
])('$kind stays within the bucket; in another its own rule decides', async ({ kind, headers }) => {
  const objects = objectStorage({ storage, user: async () => user })
  const { bucket, at } = await objects.bucketWith()
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
