/** Batch jobs: MinIO runs them and says where they are; the engine has no such calls. */
import { accountsOf, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { differs, target } from '../target.ts'
import { admin, allow } from './iam-calls.ts'

const CALLS: [method: string, call: string, action: string, query: Record<string, string>, minio: string][] = [
  ['GET', 'list-jobs', 'admin:ListBatchJobs', {}, '200'],
  ['GET', 'status-job', 'admin:ListBatchJobs', { jobId: 'expire-none' }, '404 XMinioAdminNoSuchJob'],
  ['GET', 'describe-job', 'admin:DescribeBatchJob', { jobId: 'expire-none' }, '404 XMinioAdminNoSuchJob'],
  ['POST', 'start-job', 'admin:StartBatchJob', {}, '400 XMinioAdminInvalidArgument'],
  ['DELETE', 'cancel-job', 'admin:CancelBatchJob', { id: 'expire-none' }, '204'],
]

test.each(CALLS)('%s %s', async (method, call, action, query, minio) => {
  const unsupported = '426 XMinioAdminVersionMismatch'
  const [other, allowed] = await Promise.all([
    accountsOf(target).allowed(allow(['s3:GetObject'], uniqueName('bucket'))),
    accountsOf(target).allowed(allow([action])),
  ])
  expect((await admin(method, call, { query, as: other })).outcome).toBe(
    differs({ engine: unsupported, minio: '403 AccessDenied' }, 'the engine has no batch jobs'),
  )
  expect((await admin(method, call, { query, as: allowed })).outcome).toBe(
    differs({ engine: unsupported, minio }, 'the engine has no batch jobs'),
  )
})
