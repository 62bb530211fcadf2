/** Batch jobs: MinIO runs them and says where they are; the engine has no such calls. */
import { accountsOf, uniqueName, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { differs, given, request, target } from '../target.ts'
import { admin, allow } from './iam-calls.ts'

const UNSUPPORTED = '426 XMinioAdminVersionMismatch'
const NO_JOBS = 'the engine has no batch jobs'

const CALLS: [method: string, call: string, action: string, query: Record<string, string>, minio: string][] = [
  ['GET', 'list-jobs', 'admin:ListBatchJobs', {}, '200'],
  ['GET', 'status-job', 'admin:ListBatchJobs', { jobId: 'expire-none' }, '404 XMinioAdminNoSuchJob'],
  ['GET', 'describe-job', 'admin:DescribeBatchJob', { jobId: 'expire-none' }, '404 XMinioAdminNoSuchJob'],
  ['POST', 'start-job', 'admin:StartBatchJob', {}, '400 XMinioAdminInvalidArgument'],
  ['DELETE', 'cancel-job', 'admin:CancelBatchJob', { id: 'expire-none' }, '204'],
]

test.each(CALLS)('%s %s', async (method, call, action, query, minio) => {
  const [other, allowed] = await Promise.all([
    accountsOf(target).allowed(allow(['s3:GetObject'], uniqueName('bucket'))),
    accountsOf(target).allowed(allow([action])),
  ])
  expect((await admin(method, call, { query, as: other })).outcome).toBe(
    differs({ engine: UNSUPPORTED, minio: '403 AccessDenied' }, NO_JOBS),
  )
  expect((await admin(method, call, { query, as: allowed })).outcome).toBe(
    differs({ engine: UNSUPPORTED, minio }, NO_JOBS),
  )
})

test('a job is started, listed, described and followed to its end, and a canceled one is forgotten', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'old/1')
  await given.object(bucket, 'new/1')
  const yaml = `expire:\n  apiVersion: v1\n  bucket: ${bucket}\n  prefix: old/\n  rules:\n    - type: object\n      name: "old/*"\n`
  const started = await admin('POST', 'start-job', { plain: yaml })
  expect(started.outcome).toBe(differs({ engine: UNSUPPORTED, minio: '200' }, NO_JOBS))
  if (target.kind === 'engine') return
  const { id, ...entry } = JSON.parse(started.text) as { id: string }
  expect(entry).toEqual({ type: 'expire', user: target.root.accessKey, started: expect.stringMatching(/^\d{4}-/) })
  const { jobs } = JSON.parse((await admin('GET', 'list-jobs')).text) as { jobs: { id: string }[] }
  expect(jobs.find((job) => job.id === id)).toMatchObject({ type: 'expire', user: target.root.accessKey })
  // YAML, and not JSON as everything else.
  const path = '/minio/admin/v3/describe-job'
  const described = await request({ method: 'GET', path, query: { jobId: id }, region: '' })
  expect(described.text).toContain(`bucket: ${bucket}`)
  const metric = await waitUntil('the job has ended', async () => {
    const status = await admin('GET', 'status-job', { query: { jobId: id } })
    const { LastMetric: last } = status.status === 200 ? JSON.parse(status.text) : { LastMetric: {} }
    return last.complete ? last : undefined
  })
  expect(metric).toMatchObject({
    jobID: id,
    jobType: 'expire',
    failed: false,
    expired: { objects: 1, lastBucket: bucket },
  })
  const { text } = await request({ method: 'GET', bucket })
  expect([...text.matchAll(/<Key>([^<]*)/g)].map(([, key]) => key)).toEqual(['new/1'])
  expect((await admin('DELETE', 'cancel-job', { query: { id } })).outcome).toBe('204')
  expect((await admin('GET', 'describe-job', { query: { jobId: id } })).outcome).toBe('404 XMinioAdminNoSuchJob')
})
