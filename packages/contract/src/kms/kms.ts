/** The key management service of the storage server, and its keys. */
import * as z from 'zod/mini'
import { route } from '../route.ts'

export const getKmsStatus = route('kms.status', 'GET /api/v1/kms/status', {
  summary: 'Returns which key management service (KMS) the storage server uses, and whether it responds.',
  response: z.object({
    /** As the server calls it: `MinIO builtin`, `MinIO KES`, … */
    name: z.string(),
    /** The only key of a built-in KMS is in the server's environment: no key can be created or deleted. */
    isBuiltIn: z.boolean(),
    /** '' if the server doesn't say. */
    defaultKey: z.string(),
    /** `online`, or what is wrong. */
    endpoints: z.array(z.object({ endpoint: z.string(), state: z.string() })),
  }),
  errors: ['KmsRefused'],
})
export type KmsStatus = z.infer<NonNullable<(typeof getKmsStatus)['response']>>

export const getKmsVersion = route('kms.version', 'GET /api/v1/kms/version', {
  summary: 'Returns the version of the KMS.',
  response: z.object({ version: z.string() }),
  errors: ['KmsRefused'],
})

export const getKmsMetrics = route('kms.metrics', 'GET /api/v1/kms/metrics', {
  summary: 'Counts the requests to the KMS since the storage server was started, and how long they took.',
  response: z.object({
    succeeded: z.number(),
    /** Refused by the KMS. */
    refused: z.number(),
    /** Without a response that could be read. */
    failed: z.number(),
    /** How many took up to so many milliseconds, in ascending order; each count includes the faster ones. */
    latencies: z.array(z.object({ upToMs: z.number(), count: z.number() })),
  }),
  errors: ['KmsRefused'],
})
export type KmsMetrics = z.infer<NonNullable<(typeof getKmsMetrics)['response']>>

export const listKmsApis = route('kms.apis', 'GET /api/v1/kms/apis', {
  summary: 'Lists the API of the KMS.',
  response: z.object({ items: z.array(z.object({ method: z.string(), path: z.string() })) }),
  errors: ['KmsRefused'],
})

const kmsKey = z.object({
  name: z.string(),
  /** ISO 8601; '' if the KMS doesn't say. */
  createdAt: z.string(),
  /** Identity of the client; '' if the KMS doesn't say. */
  createdBy: z.string(),
})
export type KmsKey = z.infer<typeof kmsKey>

export const listKmsKeys = route('kms.keys', 'GET /api/v1/kms/key-list', {
  summary: 'Lists the keys of the KMS whose names match a pattern. A KMS may return only the first thousand.',
  query: z.strictObject({
    /** `*` is any text. */
    pattern: z._default(z.string().check(z.minLength(1), z.maxLength(256)), '*'),
  }),
  response: z.object({ items: z.array(kmsKey) }),
  errors: ['KmsRefused'],
})

/** Names that a KMS accepts for a new key. */
export function isKmsKeyName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,80}$/.test(name)
}

const newName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,80}$/))
const ofKey = z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(256)) })

export const createKmsKey = route('kms.createKey', 'POST /api/v1/kms/keys', {
  summary: 'Has the KMS create a key.',
  body: z.strictObject({ key: newName }),
  status: 201,
  errors: ['KmsKeyExists', 'KmsBuiltIn', 'KmsRefused'],
})

export const importKmsKey = route('kms.importKey', 'POST /api/v1/kms/keys/:key/import', {
  summary: 'Stores a key of your own in the KMS. Servers since May 2024 don’t have this call.',
  params: z.strictObject({ key: newName }),
  /** Base64 of the 32 bytes of a key for AES-256. */
  body: z.strictObject({ bytes: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)) }),
  secrets: ['bytes'],
  status: 201,
  errors: ['KmsKeyExists', 'KmsBuiltIn', 'KmsRefused'],
})

export const testKmsKey = route('kms.testKey', 'POST /api/v1/kms/keys/:key/test', {
  audit: 'none',
  summary: 'Has the KMS encrypt and decrypt a data key with a key.',
  params: ofKey,
  response: z.object({
    /** Why it failed, in the words of the KMS; '' if it didn't. */
    encryptionError: z.string(),
    /** '' too if it wasn't tried, because nothing was encrypted. */
    decryptionError: z.string(),
  }),
  errors: ['NoSuchKmsKey', 'KmsRefused'],
})

export const listKmsKeyUses = route('kms.keyUses', 'GET /api/v1/kms/keys/:key/buckets', {
  summary: 'Lists the buckets that encrypt new objects with a key. Objects that were written earlier may use it too.',
  params: ofKey,
  response: z.object({
    buckets: z.array(z.string()),
    /** Those whose encryption the visitor may not view. */
    unread: z.array(z.string()),
    /** How many weren't checked for lack of time. */
    left: z.number(),
  }),
})
export type KmsKeyUses = z.infer<NonNullable<(typeof listKmsKeyUses)['response']>>

export const deleteKmsKey = route('kms.deleteKey', 'DELETE /api/v1/kms/keys/:key', {
  summary:
    'Deletes a key. What is encrypted with it can’t be read anymore. Servers since May 2024 don’t have this call.',
  params: ofKey,
  errors: ['NoSuchKmsKey', 'KmsBuiltIn', 'KmsRefused'],
})
