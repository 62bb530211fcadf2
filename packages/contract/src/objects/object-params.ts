import * as z from 'zod/mini'

/** A key, or a folder, which ends in a slash. */
export const objectKey = z.string().check(z.minLength(1), z.maxLength(1024))

/** `null` is the version that was written without versioning; '' and no version at all mean the newest. */
export const versionId = z.optional(z.string().check(z.maxLength(128)))

/** One object: its key, which the specification calls `prefix`, and which of its versions. */
export const objectQuery = z.strictObject({ prefix: objectKey, version_id: versionId })

/** Where the answer to a part of some work says that the next part goes on. Its text is nobody else's business. */
export const cursor = z.string().check(z.maxLength(16_384))
