import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { failureText } from '../text.ts'
import { bucketParams } from './bucket-name.ts'

/** Maximum number of failures listed in a response; the rest are counted. */
export const NAMED_FAILURES = 100

/** Incomplete uploads are aborted after all versions are deleted. */
const stage = z.enum(['versions', 'uploads'])

/** What couldn't be deleted, with a message for the user. */
export const emptyingFailure = z.object({
  /** '' if the uploads couldn't be listed. */
  path: z.string(),
  /** `null` for objects written without versioning, '' for an upload. */
  version: z.string(),
  message: z.string(),
  text: failureText,
  /** The storage server's number of the request that it refused. */
  storageRequestId: z.optional(z.string()),
})
export type EmptyingFailure = z.infer<typeof emptyingFailure>

/**
 * A call runs for some seconds and returns where the next one resumes, so that progress shows, the work stops when the page
 * is closed, and it can resume after an outage. Locked versions are reported as failures: governance retention isn't
 * bypassed.
 */
export const emptyBucket = route('buckets.empty', 'POST /api/v1/buckets/:bucket/empty', {
  summary: 'Deletes a batch of versions, delete markers or incomplete uploads of a bucket.',
  params: bucketParams,
  body: z.strictObject({
    /** The bucket name as typed by the user to confirm: the deletion can't be undone. */
    name: z.string().check(z.maxLength(255)),
    stage: z._default(stage, 'versions'),
    /** The last key that was processed. */
    after: z._default(z.string().check(z.maxLength(1024)), ''),
  }),
  response: z.object({
    /** Versions and delete markers deleted. */
    deleted: z.number(),
    /** Incomplete uploads aborted. */
    uploads: z.number(),
    failed: z.array(emptyingFailure),
    /** Number of failures that aren't listed. */
    alsoFailed: z.number(),
    /** The parameters of the next call; `done` when nothing is left. */
    next: z.object({ stage: z.enum(['done', 'versions', 'uploads']), after: z.string() }),
  }),
  errors: BUCKET_ERRORS,
})
