/** Batch jobs: MinIO runs them and says where they are; the engine has no such calls. */
import { accountsOf, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { differs, outcome, target } from '../target.ts'
import { admin, allow } from './iam-calls.ts'

const CALLS: [method: string, call: string, action: string, query: Record<string, string>, minio: object][] = [
  ['GET', 'list-jobs', 'admin:ListBatchJobs', {}, { status: 200 }],
  ['GET', 'status-job', 'admin:ListBatchJobs', { jobId: 'expire-none' }, { status: 404, code: 'XMinioAdminNoSuchJob' }],
  [
    'GET',
    'describe-job',
    'admin:DescribeBatchJob',
    { jobId: 'expire-none' },
    { status: 404, code: 'XMinioAdminNoSuchJob' },
  ],
  ['POST', 'start-job', 'admin:StartBatchJob', {}, { status: 400, code: 'XMinioAdminInvalidArgument' }],
  ['DELETE', 'cancel-job', 'admin:CancelBatchJob', { id: 'expire-none' }, { status: 204 }],
]

test.each(CALLS)('%s %s', async (method, call, action, query, minio) => {
  const unsupported = { status: 426, code: 'XMinioAdminVersionMismatch' }
  const [other, allowed] = await Promise.all([
    accountsOf(target).allowed(allow(['s3:GetObject'], uniqueName('bucket'))),
    accountsOf(target).allowed(allow([action])),
  ])
  expect(outcome(await admin(method, call, { query, as: other }))).toEqual(
    differs({ engine: unsupported, minio: { status: 403, code: 'AccessDenied' } }, 'the engine has no batch jobs'),
  )
  expect(outcome(await admin(method, call, { query, as: allowed }))).toEqual(
    differs({ engine: unsupported, minio }, 'the engine has no batch jobs'),
  )
})
