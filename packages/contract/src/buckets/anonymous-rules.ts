import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-params.ts'

/** What strangers may do below a prefix. Who may write may delete as well: servers and clients know it no other way. */
export const anonymousAccess = z.enum(['readonly', 'writeonly', 'readwrite'])
export type AnonymousAccess = z.infer<typeof anonymousAccess>

export const anonymousRule = z.object({
  /** '' for the whole bucket. */
  prefix: z.string(),
  access: anonymousAccess,
})
export type AnonymousRule = z.infer<typeof anonymousRule>

/** S3 keys have at most so many bytes, and so have their prefixes. */
export const MAX_PREFIX_BYTES = 1024

/**
 * Why a prefix cannot have a rule; undefined when it can. Policies take the wildcards and variables in it for more than the
 * text that they are.
 */
export function anonymousPrefixProblem(prefix: string): 'wildcard' | 'slash' | 'long' | undefined {
  if (/[*?]|\$\{/.test(prefix)) return 'wildcard'
  if (prefix.startsWith('/')) return 'slash'
  return new TextEncoder().encode(prefix).length > MAX_PREFIX_BYTES ? 'long' : undefined
}

const prefix = z.string().check(z.maxLength(MAX_PREFIX_BYTES))
/** The `definition` that the change starts from; when the bucket has another policy by now, nothing is changed. */
const previous = z.string().check(z.maxLength(64 * 1024))

export const listAnonymousRules = route({
  id: 'buckets.anonymousRules',
  method: 'GET',
  path: '/api/v1/buckets/:bucket/anonymous-rules',
  summary: 'Lists the anonymous access rules of a bucket by prefix.',
  params: bucketParams,
  response: z.object({
    rules: z.array(anonymousRule),
    /** Statements of the bucket's policy that are no such rules, by their place; the first is 1. They may take back what rules give. */
    others: z.array(z.number()),
    /** The bucket's policy as indented JSON, '' without one. */
    definition: z.string(),
  }),
  errors: BUCKET_ERRORS,
})

export const setAnonymousRule = route({
  id: 'buckets.setAnonymousRule',
  method: 'PUT',
  path: '/api/v1/buckets/:bucket/anonymous-rules',
  summary: "Sets the anonymous access rule of a prefix. Other statements of the bucket policy don't change.",
  params: bucketParams,
  body: z.strictObject({ prefix, access: anonymousAccess, previous }),
  errors: [...BUCKET_ERRORS, 'BucketPolicyChanged', 'InvalidPolicy'],
})

export const deleteAnonymousRule = route({
  id: 'buckets.deleteAnonymousRule',
  method: 'DELETE',
  path: '/api/v1/buckets/:bucket/anonymous-rules',
  summary: "Deletes an anonymous access rule. Other statements of the bucket policy don't change.",
  params: bucketParams,
  body: z.strictObject({ prefix, previous }),
  errors: [...BUCKET_ERRORS, 'BucketPolicyChanged', 'InvalidPolicy'],
})
