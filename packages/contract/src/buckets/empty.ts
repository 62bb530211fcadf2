import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-params.ts'

/** Failures that one answer names; the others are counted. */
export const NAMED_FAILURES = 100

/** Unfinished uploads go when every version is gone. */
const stage = z.enum(['versions', 'uploads'])

/** What could not be deleted, and why, in words for the user. */
export const emptyingFailure = z.object({
  /** '' where no upload could even be listed. */
  path: z.string(),
  /** `null` for what was written without versioning, '' for an upload. */
  version: z.string(),
  message: z.string(),
})
export type EmptyingFailure = z.infer<typeof emptyingFailure>

/**
 * A call works for some seconds and says where the next one goes on, so that progress shows, the work stops when nobody asks
 * any more, and after an outage it goes on where it was. What is locked is told as a failure: governance is not bypassed.
 */
export const emptyBucket = route({
  id: 'buckets.empty',
  method: 'POST',
  path: '/api/v1/buckets/:bucket/empty',
  summary: 'Deletes a batch of versions, delete markers or incomplete uploads of a bucket.',
  params: bucketParams,
  body: z.strictObject({
    /** The bucket's name once more, as somebody typed it: nothing that is lost here comes back. */
    name: z.string().check(z.maxLength(255)),
    stage: z._default(stage, 'versions'),
    /** The last key that was dealt with. */
    after: z._default(z.string().check(z.maxLength(1024)), ''),
  }),
  response: z.object({
    /** Versions and delete markers that are gone. */
    deleted: z.number(),
    /** Unfinished uploads that are gone. */
    uploads: z.number(),
    failed: z.array(emptyingFailure),
    /** How many failed beside those that are named. */
    alsoFailed: z.number(),
    /** What the next call has to ask for; `done` when there is nothing left, and where an answer names no stage. */
    next: z.object({ stage: z.enum(['done', 'versions', 'uploads']), after: z.string() }),
  }),
  errors: BUCKET_ERRORS,
})
