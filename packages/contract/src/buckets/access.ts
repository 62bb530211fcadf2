import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { policyText } from '../policies/index.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

/**
 * Anonymous access to a bucket, derived from its policy: none, that of the canned read-write policy, or that of a custom
 * policy.
 */
export const bucketAccess = z.enum(['PRIVATE', 'PUBLIC', 'CUSTOM'])
export type BucketAccess = z.infer<typeof bucketAccess>

const definition = policyText

export const getBucket = route('buckets.get', 'GET /api/v1/buckets/:bucket', {
  summary: 'Returns a bucket and its anonymous access.',
  params: bucketParams,
  response: z.object({
    name: z.string(),
    /** '' if unknown: a server that doesn't report it may not be assumed to mean PRIVATE. */
    access: z.enum(['', ...bucketAccess.options]),
    /** The bucket's policy as indented JSON, '' without one. */
    definition: z.string(),
  }),
  errors: BUCKET_ERRORS,
})

/** `CUSTOM` uses the policy in `definition`; the other two replace the existing policy. */
export const setBucketAccess = route('buckets.setAccess', 'PUT /api/v1/buckets/:bucket/set-policy', {
  summary: 'Sets the anonymous access of a bucket.',
  params: bucketParams,
  body: z.strictObject({
    access: bucketAccess,
    definition: z.optional(definition),
    /** The `definition` that the change is based on; if the bucket's policy has changed since, nothing is written. */
    previous: z.optional(definition),
  }),
  errors: [...BUCKET_ERRORS, 'BucketPolicyChanged', 'InvalidPolicy'],
})

/** Policies attached to users and groups, unlike the bucket policy; `policy` is JSON text. */
export const listBucketPolicies = route('buckets.policies', 'GET /api/v1/bucket-policy/:bucket', {
  summary: 'Lists the policies that apply to a bucket.',
  params: bucketParams,
  response: z.object({
    policies: z.array(z.object({ name: z.string(), policy: z.string() })),
    total: z.number(),
  }),
  errors: BUCKET_ERRORS,
})

export const listBucketUsers = route('buckets.users', 'GET /api/v1/bucket-users/:bucket', {
  summary: "Lists the access keys of the users whose policies, or whose groups' policies, apply to a bucket.",
  params: bucketParams,
  response: z.array(z.string()),
  errors: BUCKET_ERRORS,
})
