import * as z from 'zod/mini'

/** The bucket that a call's path names. */
export const bucketParams = z.strictObject({ bucket: z.string() })
