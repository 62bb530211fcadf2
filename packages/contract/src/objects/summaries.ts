import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { unread } from '../text.ts'
import { objectKey } from './object-params.ts'

/** Maximum number of objects per call. */
export const OBJECT_SUMMARY_LIMIT = 50
/** Versions that are counted at most. */
export const COUNTED_OBJECT_VERSIONS = 1000

export const OBJECT_FACTS = ['storageClass', 'tags', 'versions'] as const
export type ObjectFact = (typeof OBJECT_FACTS)[number]

/** A fact that wasn't asked for is missing. One that can't be read has `unread` and an empty value. */
export const objectSummary = z.object({
  name: z.string(),
  storageClass: z.optional(z.object({ value: z.string(), unread })),
  tags: z.optional(z.object({ values: z.record(z.string(), z.string()), unread })),
  /** Without delete markers. */
  versions: z.optional(z.object({ count: z.number(), isComplete: z.boolean(), unread })),
})
export type ObjectSummary = z.infer<typeof objectSummary>

/** For the visible rows of a folder, because listings don't have it. */
export const summarizeObjects = route('objects.summarize', 'POST /api/v1/buckets/:bucket/objects/summaries', {
  audit: 'none',
  summary: 'Returns storage class, tags and the number of versions of several objects, as far as you may read them.',
  params: bucketParams,
  body: z.strictObject({
    names: z.array(objectKey).check(z.maxLength(OBJECT_SUMMARY_LIMIT)),
    facts: z.array(z.enum(OBJECT_FACTS)).check(z.maxLength(OBJECT_FACTS.length)),
  }),
  response: z.object({ objects: z.array(objectSummary) }),
  status: 200,
  errors: BUCKET_ERRORS,
})
