import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-name.ts'

export const encryptionType = z.enum(['sse-s3', 'sse-kms'])
export type EncryptionType = z.infer<typeof encryptionType>

/** A bucket without encryption returns EncryptionNotSet, whose message is specified (spec core-console 8). */
export const getEncryption = route('buckets.encryption', 'GET /api/v1/buckets/:bucket/encryption/info', {
  summary: 'Returns the default encryption of a bucket.',
  params: bucketParams,
  query: z.strictObject({
    /** Returns an empty algorithm instead of that error. */
    or_none: z._default(z.stringbool(), false),
  }),
  response: z.object({
    /** `AES256` means SSE-S3, anything else SSE-KMS. */
    algorithm: z.string(),
    /** '' for SSE-S3. */
    kmsMasterKeyID: z.string(),
  }),
  errors: [...BUCKET_ERRORS, 'EncryptionNotSet'],
})

export const enableEncryption = route('buckets.enableEncryption', 'POST /api/v1/buckets/:bucket/encryption/enable', {
  summary: "Enables the default encryption of a bucket. Existing objects don't change.",
  params: bucketParams,
  body: z.strictObject({
    encType: encryptionType,
    /** Required for sse-kms, ignored for sse-s3. */
    kmsKeyID: z._default(z.string().check(z.maxLength(256)), ''),
  }),
  errors: [...BUCKET_ERRORS, 'NoSuchEncryptionKey', 'SettingRefused'],
})

/** Encrypted objects stay encrypted and readable. */
export const disableEncryption = route('buckets.disableEncryption', 'POST /api/v1/buckets/:bucket/encryption/disable', {
  summary: "Disables the default encryption of a bucket. Existing objects don't change.",
  params: bucketParams,
  body: z.optional(z.strictObject({})),
  errors: BUCKET_ERRORS,
})

/** Fails with NotInThisSetup on a server without a KMS. */
export const listEncryptionKeys = route('buckets.encryptionKeys', 'GET /api/v1/kms/keys', {
  summary: "Lists the keys of the storage server's key management service (KMS).",
  response: z.object({
    keys: z.array(z.object({ name: z.string() })),
    /** The server's default key; '' if it doesn't report one. */
    defaultKey: z.string(),
  }),
})
