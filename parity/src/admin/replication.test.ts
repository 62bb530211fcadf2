/** Calls about replication on a server that replicates no bucket: the engine has none of them, and MinIO has nothing to tell. */
import { accountsOf, send, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { differs, given, request, target } from '../target.ts'
import { admin, allow } from './iam-calls.ts'

const bucket = await given.bucket('Enabled')

const UNSUPPORTED = '501 NotImplemented'
const NO_RULES = '404 ReplicationConfigurationNotFoundError'
const REASON = 'the engine doesn’t replicate'

const DENIED = '403 AccessDenied'

test.each([
  ['GET', 'replication-metrics', 's3:GetReplicationConfiguration', [NO_RULES, DENIED]],
  ['GET', 'replication-check', 's3:GetReplicationConfiguration', [NO_RULES, DENIED]],
  ['GET', 'replication-reset-status', 's3:ResetBucketReplicationState', [NO_RULES, DENIED]],
  [
    'PUT',
    'replication-reset',
    's3:ResetBucketReplicationState',
    differs({ engine: [UNSUPPORTED, UNSUPPORTED], minio: [NO_RULES, DENIED] }, REASON),
  ],
])('%s ?%s', async (method, call, action, expected) => {
  const query = { [call]: '' }
  const [other, allowed] = await Promise.all([
    accountsOf(target).allowed(allow(['s3:GetObject'], '*')),
    accountsOf(target).allowed(allow([action], '*')),
  ])
  const ask = (credentials: typeof other) => send({ url: target.url, credentials, method, bucket, query })
  expect([(await ask(allowed)).outcome, (await ask(other)).outcome]).toEqual(expected)
})

test.each([
  ['POST', 'diff', '404 XMinioAdminRemoteTargetNotFoundError'],
  ['GET', 'mrf', '200'],
])('%s replication/%s', async (method, call, minio) => {
  const unsupported = '426 XMinioAdminVersionMismatch'
  const [other, allowed] = await Promise.all([
    accountsOf(target).allowed(allow(['s3:GetObject'], '*')),
    accountsOf(target).allowed(allow(['admin:ReplicationDiff'])),
  ])
  const ask = (as: typeof other) => admin(method, `replication/${call}`, { query: { bucket }, as })
  expect((await ask(allowed)).outcome).toBe(differs({ engine: unsupported, minio }, REASON))
  expect((await ask(other)).outcome).toBe(differs({ engine: unsupported, minio: '403 AccessDenied' }, REASON))
})

test('a bucket without rules has no remote targets', async () => {
  const unsupported = '426 XMinioAdminVersionMismatch'
  const listed = await admin('GET', 'list-remote-targets', { query: { bucket, type: 'replication' } })
  expect(listed.outcome).toBe(differs({ engine: unsupported, minio: '200' }, REASON))
  expect((await request({ method: 'GET', bucket, query: { replication: '' } })).outcome).toBe(NO_RULES)
})

test('remote targets of a bucket aren’t removed where there are none', async () => {
  const unsupported = '426 XMinioAdminVersionMismatch'
  const arn = `arn:minio:replication::9c5d4c2d-3c5c-4f6f-9a6b-6f1c6a0f0d55:${bucket}`
  const [other, allowed] = await Promise.all([
    accountsOf(target).allowed(allow(['s3:GetObject'], '*')),
    accountsOf(target).allowed(allow(['admin:SetBucketTarget'])),
  ])
  const remove = async (query: Record<string, string>, as: typeof other) =>
    (await admin('DELETE', 'remove-remote-target', { query, as })).outcome
  expect([
    await remove({ bucket, arn }, allowed),
    await remove({ bucket, arn }, other),
    await remove({ bucket: uniqueName('absent'), arn }, allowed),
  ]).toEqual(
    differs(
      {
        engine: [unsupported, unsupported, unsupported],
        minio: ['404 XMinioAdminRemoteTargetNotFoundError', '403 AccessDenied', '404 NoSuchBucket'],
      },
      REASON,
    ),
  )
})
