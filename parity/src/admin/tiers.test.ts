/** Tiers: buckets of another storage, here of a second MinIO. The engine has none. */
import { accountsOf, type StorageServer, send, startMinio } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { differs, target } from '../target.ts'
import { admin, allow } from './iam-calls.ts'

const NO_TIERS = 'the engine stores everything itself'
const UNSUPPORTED = '426 XMinioAdminVersionMismatch'

const CALLS: [method: string, call: string, action: string][] = [
  ['GET', 'tier', 'admin:ListTier'],
  ['PUT', 'tier', 'admin:SetTier'],
  ['POST', 'tier/NAME', 'admin:SetTier'],
  ['GET', 'tier/NAME', 'admin:ListTier'],
  ['DELETE', 'tier/NAME', 'admin:SetTier'],
  ['GET', 'tier-stats', 'admin:ListTier'],
]

test.each(CALLS)('%s %s needs a permission, or is unsupported', async (method, call) => {
  const other = await accountsOf(target).allowed(allow(['s3:GetObject'], '*'))
  const denied = '403 AccessDenied'
  const response = (await admin(method, call, { as: other })).outcome
  expect(response).toEqual(differs({ engine: UNSUPPORTED, minio: denied }, NO_TIERS))
})

test.each(CALLS)('%s %s as root', async (method, call) => {
  const expected: Record<string, string> = {
    'GET tier': '200',
    'PUT tier': '400 XMinioAdminConfigBadJSON',
    'POST tier/NAME': '400 XMinioAdminConfigBadJSON',
    'GET tier/NAME': '404 XMinioAdminTierNotFound',
    'DELETE tier/NAME': '204',
    'GET tier-stats': '200',
  }
  const response = (await admin(method, call)).outcome
  expect(response).toEqual(differs({ engine: UNSUPPORTED, minio: expected[`${method} ${call}`] }, NO_TIERS))
})

if (target.kind === 'minio') {
  test('without tiers the lists are null', async () => {
    for (const call of ['tier', 'tier-stats']) expect([call, (await admin('GET', call)).json]).toEqual([call, null])
  })

  describe('with a remote storage', () => {
    let remote: StorageServer
    beforeAll(async () => {
      remote = await startMinio()
      await onRemote('PUT', 'cold')
    })
    afterAll(() => remote?.stop())

    const onRemote = (method: string, bucket: string, key?: string) =>
      send({ url: remote.url, credentials: remote.root, method, bucket, ...(key && { key, body: 'x' }) })
    const settings = (fields: object) => ({
      Endpoint: remote.url,
      AccessKey: remote.root.accessKey,
      SecretKey: remote.root.secretKey,
      Bucket: 'cold',
      Region: 'us-east-1',
      ...fields,
    })
    const add = (Name: string, fields: object = {}, query: Record<string, string> = {}) => {
      const encrypted = { Version: 'v1', Type: 's3', Name, S3: settings({ Prefix: Name, ...fields }) }
      return admin('PUT', 'tier', { query, encrypted })
    }

    test('is added, listed without its secret, verified, changed and removed', async () => {
      expect((await add('LISTED')).status).toBe(204)
      const { json, text } = await admin('GET', 'tier')
      expect(json).toMatchObject([{ Version: 'v1', Type: 's3', Name: 'LISTED', S3: { Prefix: 'LISTED' } }])
      expect(json, 'all kinds are listed, only that of the type has values').toMatchObject([
        { S3: { SecretKey: 'REDACTED' }, Azure: {}, GCS: {}, MinIO: {} },
      ])
      expect(text).not.toContain(remote.root.secretKey)
      expect((await admin('GET', 'tier/LISTED')).status).toBe(204)
      const { accessKey: access, secretKey: secret } = remote.root
      expect((await admin('POST', 'tier/LISTED', { encrypted: { access, secret } })).status).toBe(204)
      const missing = await admin('POST', 'tier/OTHER', { encrypted: { access, secret } })
      expect(missing.outcome).toBe('404 XMinioAdminTierNotFound')
      await onRemote('PUT', 'cold', 'LISTED/object')
      expect((await admin('DELETE', 'tier/LISTED')).outcome).toBe('400 XMinioAdminTierBackendNotEmpty')
      await onRemote('DELETE', 'cold', 'LISTED/object')
      expect((await admin('DELETE', 'tier/LISTED')).status).toBe(204)
      expect((await admin('GET', 'tier/LISTED')).status).toBe(404)
    })

    test('empty new keys are rejected for type minio, and ignored for type s3', async () => {
      const minio = { Version: 'v1', Type: 'minio', Name: 'OF-MINIO', MinIO: settings({ Prefix: 'of-minio' }) }
      expect((await admin('PUT', 'tier', { encrypted: minio })).status).toBe(204)
      expect((await add('OF-S3')).status).toBe(204)
      const encrypted = { access: remote.root.accessKey, secret: '' }
      const rejected = await admin('POST', 'tier/OF-MINIO', { encrypted })
      expect(rejected.outcome).toBe('403 XMinioAdminTierMissingCredentials')
      expect((await admin('POST', 'tier/OF-S3', { encrypted })).status).toBe(204)
    })

    test.each([
      ['a name in lower case', 'lower', {}, '400 XMinioAdminTierNameNotUpperCase'],
      ['a reserved name', 'STANDARD', {}, '400 XMinioAdminTierReserved'],
      ['a missing bucket', 'A', { Bucket: 'missing' }, '400 XMinioAdminTierInsufficientPermissions'],
      ['an unknown access key', 'A', { AccessKey: 'nobody' }, '400 XMinioAdminTierInsufficientPermissions'],
      ['a wrong secret key', 'A', { SecretKey: 'wrong-secret' }, '400 XMinioAdminTierInsufficientPermissions'],
      ['no secret key', 'A', { SecretKey: '' }, '400 XMinioAdminTierInvalidConfig'],
      ['an endpoint without a scheme', 'A', { Endpoint: 'nowhere' }, '400 XMinioAdminTierInvalidConfig'],
      ['an endpoint that refuses', 'A', { Endpoint: 'http://127.0.0.1:1' }, '400 XMinioBackendDown'],
    ])('%s is rejected', async (_, name, fields, outcome) => {
      expect((await add(name, fields)).outcome).toBe(outcome)
    })

    test('a GCS tier needs a key file', async () => {
      const GCS = { Creds: Buffer.from('{}').toString('base64'), Bucket: 'cold', Prefix: 'gcs' }
      const response = await admin('PUT', 'tier', { encrypted: { Version: 'v1', Type: 'gcs', Name: 'OF-GCS', GCS } })
      expect(response.outcome).toBe('400 XMinioAdminTierInvalidConfig')
    })

    test('a name and a place in use are rejected, the place unless it is forced or empty', async () => {
      expect((await add('TWICE')).status).toBe(204)
      expect((await add('SAME-PLACE', { Prefix: 'TWICE' })).status).toBe(204)
      expect((await add('TWICE')).outcome).toBe('409 XMinioAdminTierAlreadyExists')
      await onRemote('PUT', 'cold', 'used/object')
      const used = { Prefix: 'used' }
      expect((await add('FORCED', used)).outcome).toBe('409 XMinioAdminTierBackendInUse')
      expect((await add('FORCED', used, { force: 'true' })).status).toBe(204)
    })
  })
}
