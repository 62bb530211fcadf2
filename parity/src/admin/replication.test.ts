/** Calls about replication on a server that replicates no bucket: the engine has none of them, and MinIO has nothing to tell. */
import { accountsOf, send } from '@cooperage/testkit'
import { beforeAll, expect, test } from 'vitest'
import { differs, given, outcome, request, target } from '../target.ts'
import { admin, allow } from './iam-calls.ts'

let bucket: string
beforeAll(async () => {
  bucket = await given.bucket('Enabled')
})

const UNSUPPORTED = { status: 501, code: 'NotImplemented' }
const NO_RULES = { status: 404, code: 'ReplicationConfigurationNotFoundError' }
const REASON = 'the engine doesn’t replicate'

const DENIED = { status: 403, code: 'AccessDenied' }

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
  expect([outcome(await ask(allowed)), outcome(await ask(other))]).toEqual(expected)
})

test.each([
  ['POST', 'diff', { status: 404, code: 'XMinioAdminRemoteTargetNotFoundError' }],
  ['GET', 'mrf', { status: 200, code: undefined }],
])('%s replication/%s', async (method, call, minio) => {
  const unsupported = { status: 426, code: 'XMinioAdminVersionMismatch' }
  const [other, allowed] = await Promise.all([
    accountsOf(target).allowed(allow(['s3:GetObject'], '*')),
    accountsOf(target).allowed(allow(['admin:ReplicationDiff'])),
  ])
  const ask = (as: typeof other) => admin(method, `replication/${call}`, { query: { bucket }, as })
  expect(outcome(await ask(allowed))).toEqual(differs({ engine: unsupported, minio }, REASON))
  expect(outcome(await ask(other))).toEqual(
    differs({ engine: unsupported, minio: { status: 403, code: 'AccessDenied' } }, REASON),
  )
})

test('a bucket without rules has no remote targets', async () => {
  const unsupported = { status: 426, code: 'XMinioAdminVersionMismatch' }
  const listed = await admin('GET', 'list-remote-targets', { query: { bucket, type: 'replication' } })
  expect(outcome(listed)).toEqual(differs({ engine: unsupported, minio: { status: 200, code: undefined } }, REASON))
  expect(outcome(await request({ method: 'GET', bucket, query: { replication: '' } }))).toEqual(NO_RULES)
})
