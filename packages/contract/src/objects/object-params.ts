import * as z from 'zod/mini'

/** An object key, or a folder, which ends in a slash. */
export const objectKey = z.string().check(z.minLength(1), z.maxLength(1024))

/** `null` is the version written without versioning; '' or no version means the latest. */
export const versionId = z.optional(z.string().check(z.maxLength(128)))

/** One object: its key, which the specification calls `prefix`, and its version. */
export const objectQuery = z.strictObject({ prefix: objectKey, version_id: versionId })

/** An opaque token from a response that says where the next call resumes. */
export const cursor = z.string().check(z.maxLength(16_384))
