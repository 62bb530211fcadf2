import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { describeOn } from '../test-on.ts'

const given = await withConsole()
const NOT_SET = {
  code: 'EncryptionNotSet',
  // The specification has pages compare this exact message.
  message: 'The server side encryption configuration was not found',
}

test('responds with the specified message for a bucket without encryption', async () => {
  const { user, bucket } = await given.userWithBucket()
  const reply = await user.get(`/api/v1/buckets/${bucket}/encryption/info`)
  expect([reply.status, reply.json]).toMatchObject([404, NOT_SET])
  const info = await user.get(`/api/v1/buckets/${bucket}/encryption/info?or_none=true`)
  expect([info.status, info.json]).toEqual([200, { algorithm: '', kmsMasterKeyID: '' }])
})

test('names what a server without KMS is missing', async () => {
  const { user, bucket } = await given.userWithBucket()
  const keys = await user.get('/api/v1/kms/keys')
  expect(keys.refusal).toBe('501 NotInThisSetup: The storage server doesn’t support a key management service (KMS).')
  const enable = (json: object) => user.call('POST', `/api/v1/buckets/${bucket}/encryption/enable`, { json })
  const withKey = await enable({ encType: 'sse-kms', kmsKeyID: 'a-key' })
  expect(withKey.refusal).toBe(
    '501 NotInThisSetup: The storage server doesn’t support keys of a key management service (KMS).',
  )
  // The engine has its own key for SSE-S3, MinIO doesn't.
  const plain = await enable({ encType: 'sse-s3' })
  if (given.storage.kind === 'engine') expect(plain.status).toBe(204)
  else {
    expect([plain.status, plain.json]).toMatchObject([
      501,
      {
        message:
          'The storage server doesn’t support encryption: it has no key management service (KMS), and needs one for this.',
      },
    ])
  }
})

describeOn.engine('on the engine', () => {
  test('SSE-S3 is enabled and disabled', async () => {
    const { user, bucket } = await given.userWithBucket()
    const path = `/api/v1/buckets/${bucket}/encryption`
    expect((await user.call('POST', `${path}/enable`, { json: { encType: 'sse-s3' } })).status).toBe(204)
    expect((await user.get(`${path}/info`)).json).toEqual({ algorithm: 'AES256', kmsMasterKeyID: '' })
    expect((await user.call('POST', `${path}/disable`)).status).toBe(204)
    expect((await user.get(`${path}/info`)).json).toMatchObject(NOT_SET)
  })
})

test('rejects an encryption without a key or of an unknown type', async () => {
  const { user, bucket } = await given.userWithBucket()
  for (const json of [{ encType: 'sse-kms' }, { encType: 'sse-kms', kmsKeyID: ' k ' }, { encType: 'sse-c' }, {}]) {
    const reply = await user.call('POST', `/api/v1/buckets/${bucket}/encryption/enable`, { json })
    expect(reply.outcome).toBe('400 InvalidInput')
  }
})
