/** Encryption on a MinIO with a key. */
import { permissionError } from '@cooperage/contract'
import { accountsOf, allow, ENCRYPTING_MINIO } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole({}, { minio: ENCRYPTING_MINIO })

/** A visitor, and the path of the encryption of a new bucket. */
async function sealing() {
  const { user, bucket } = await given.userWithBucket()
  return { user, path: `/api/v1/buckets/${bucket}/encryption` }
}

test('lists the keys and the default key', async () => {
  const user = await given.user()
  expect((await user.get('/api/v1/kms/keys')).json).toEqual({
    keys: [{ name: 'cooperage-key' }],
    defaultKey: 'cooperage-key',
  })
})

test('SSE-S3 and SSE-KMS are enabled, changed and disabled', async () => {
  const { user, path } = await sealing()
  const enable = (json: object) => user.call('POST', `${path}/enable`, { json })
  expect((await enable({ encType: 'sse-s3' })).status).toBe(204)
  expect((await user.get(`${path}/info`)).json).toEqual({ algorithm: 'AES256', kmsMasterKeyID: '' })
  expect((await enable({ encType: 'sse-kms', kmsKeyID: 'cooperage-key' })).status).toBe(204)
  expect((await user.get(`${path}/info`)).json).toEqual({ algorithm: 'aws:kms', kmsMasterKeyID: 'cooperage-key' })
  expect((await user.call('POST', `${path}/disable`)).status).toBe(204)
  expect((await user.get(`${path}/info`)).json).toMatchObject({ code: 'EncryptionNotSet' })
  expect((await user.call('POST', `${path}/disable`)).status).toBe(204)
})

test('names a missing key', async () => {
  const { user, path } = await sealing()
  const reply = await user.call('POST', `${path}/enable`, {
    json: { encType: 'sse-kms', kmsKeyID: 'another' },
  })
  expect(reply.refusal).toBe('404 NoSuchEncryptionKey: The KMS of the storage server has no key named another.')
})

test('names the missing permission to list keys', async () => {
  const other = given.stranger()
  await other.signIn(await accountsOf(given.storage).allowed(allow(['s3:*'], '*')))
  expect((await other.get('/api/v1/kms/keys')).json).toMatchObject({
    code: 'AccessDenied',
    message: permissionError('kms:ListKeys'),
  })
})
