import * as z from 'zod/mini'

/** The bucket in the path of a call. */
export const bucketParams = z.strictObject({ bucket: z.string() })
