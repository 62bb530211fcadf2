import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-params.ts'

/**
 * What anonymous visitors may do in a bucket, judged by its policy itself: nothing, everything that the canned read-write
 * policy gives, or what another policy says.
 */
export const bucketAccess = z.enum(['PRIVATE', 'PUBLIC', 'CUSTOM'])
export type BucketAccess = z.infer<typeof bucketAccess>

/** Text of a bucket policy. Servers take 20 KiB; here it may be indented. */
const definition = z.string().check(z.maxLength(64 * 1024))

export const getBucket = route({
  id: 'buckets.get',
  method: 'GET',
  path: '/api/v1/buckets/:bucket',
  summary: 'Returns a bucket and its anonymous access.',
  params: bucketParams,
  response: z.object({
    name: z.string(),
    /** '' where it is unknown: a server that doesn't say is not taken to say PRIVATE. */
    access: z.enum(['', ...bucketAccess.options]),
    /** The bucket's policy as indented JSON, '' without one. */
    definition: z.string(),
  }),
  errors: BUCKET_ERRORS,
})

/** `CUSTOM` takes the policy from `definition`; the other two replace whatever policy there is. */
export const setBucketAccess = route({
  id: 'buckets.setAccess',
  method: 'PUT',
  path: '/api/v1/buckets/:bucket/set-policy',
  summary: 'Sets the anonymous access of a bucket.',
  params: bucketParams,
  body: z.strictObject({
    access: bucketAccess,
    definition: z.optional(definition),
    /** The `definition` that the change starts from; when the bucket has another one by now, nothing is changed. */
    previous: z.optional(definition),
  }),
  errors: [...BUCKET_ERRORS, 'BucketPolicyChanged', 'InvalidPolicy'],
})

/** Policies of accounts, as opposed to the bucket's own policy; `policy` is JSON text. */
export const listBucketPolicies = route({
  id: 'buckets.policies',
  method: 'GET',
  path: '/api/v1/bucket-policy/:bucket',
  summary: 'Lists the policies that apply to a bucket.',
  params: bucketParams,
  response: z.object({
    policies: z.array(z.object({ name: z.string(), policy: z.string() })),
    total: z.number(),
  }),
  errors: BUCKET_ERRORS,
})

export const listBucketUsers = route({
  id: 'buckets.users',
  method: 'GET',
  path: '/api/v1/bucket-users/:bucket',
  summary: "Lists the access keys of the users whose policies, or whose groups' policies, apply to a bucket.",
  params: bucketParams,
  response: z.array(z.string()),
  errors: BUCKET_ERRORS,
})
