import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

/** Anonymous access below a prefix. Write access includes delete, as in every server and client. */
export const anonymousAccess = z.enum(['readonly', 'writeonly', 'readwrite'])
export type AnonymousAccess = z.infer<typeof anonymousAccess>

export const anonymousRule = z.object({
  /** '' for the whole bucket. */
  prefix: z.string(),
  access: anonymousAccess,
})
export type AnonymousRule = z.infer<typeof anonymousRule>

/** Maximum length of an S3 key, and so of a prefix, in bytes. */
export const MAX_PREFIX_BYTES = 1024

/** Why a prefix can't have a rule; undefined if it can. Policies would interpret wildcards and variables in it. */
export function anonymousPrefixProblem(prefix: string): 'wildcard' | 'slash' | 'long' | undefined {
  if (/[*?]|\$\{/.test(prefix)) return 'wildcard'
  if (prefix.startsWith('/')) return 'slash'
  return new TextEncoder().encode(prefix).length > MAX_PREFIX_BYTES ? 'long' : undefined
}

const prefix = z.string().check(z.maxLength(MAX_PREFIX_BYTES))
/** The `definition` that the change is based on; if the bucket's policy has changed since, nothing is written. */
const previous = z.string().check(z.maxLength(64 * 1024))

export const listAnonymousRules = route('buckets.anonymousRules', 'GET /api/v1/buckets/:bucket/anonymous-rules', {
  summary: 'Lists the anonymous access rules of a bucket by prefix.',
  params: bucketParams,
  response: z.object({
    rules: z.array(anonymousRule),
    /**
     * Statements of the bucket policy that aren't such rules, by their position from 1. They may restrict what the rules
     * allow.
     */
    others: z.array(z.number()),
    /** The bucket's policy as indented JSON, '' without one. */
    definition: z.string(),
  }),
  errors: BUCKET_ERRORS,
})

export const setAnonymousRule = route('buckets.setAnonymousRule', 'PUT /api/v1/buckets/:bucket/anonymous-rules', {
  summary: "Sets the anonymous access rule of a prefix. Other statements of the bucket policy don't change.",
  params: bucketParams,
  body: z.strictObject({ prefix, access: anonymousAccess, previous }),
  errors: [...BUCKET_ERRORS, 'BucketPolicyChanged', 'InvalidPolicy'],
})

export const deleteAnonymousRule = route(
  'buckets.deleteAnonymousRule',
  'DELETE /api/v1/buckets/:bucket/anonymous-rules',
  {
    summary: "Deletes an anonymous access rule. Other statements of the bucket policy don't change.",
    params: bucketParams,
    body: z.strictObject({ prefix, previous }),
    errors: [...BUCKET_ERRORS, 'BucketPolicyChanged', 'InvalidPolicy'],
  },
)
