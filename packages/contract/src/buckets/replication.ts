import * as z from 'zod/mini'
import { route } from '../route.ts'
import { bucketParams } from './bucket-params.ts'

/** A rule that copies objects to another bucket. */
export const replicationRule = z.object({
  id: z.string(),
  priority: z.number(),
  status: z.enum(['Enabled', 'Disabled']),
  /** `bucket` is the ARN of the target. */
  destination: z.object({ bucket: z.string() }),
  prefix: z.string(),
  /** `key=value&…`, '' for objects whatever their tags. */
  tags: z.string(),
})
export type ReplicationRule = z.infer<typeof replicationRule>

export const getReplication = route({
  id: 'buckets.replication',
  method: 'GET',
  path: '/api/v1/buckets/:bucket/replication',
  summary: 'The rules by which a bucket is replicated; with any rule replication is on.',
  params: bucketParams,
  response: z.object({ rules: z.array(replicationRule) }),
  errors: ['NoSuchBucket', 'AccessDenied', 'NotInThisSetup'],
})
