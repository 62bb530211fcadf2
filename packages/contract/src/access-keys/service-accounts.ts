import * as z from 'zod/mini'
import { rule } from '../input-texts.ts'
import { policyText } from '../policies/index.ts'
import { route } from '../route.ts'
import { MIN_ACCESS_KEY_LENGTH, userName } from '../users/index.ts'

/** Maximum length of an access key of a service account that storage servers accept, in bytes. */
export const MAX_KEY_LENGTH = 20

/** Shortest lifetime of an access key that storage servers accept, in milliseconds. */
export const MIN_KEY_LIFE_MS = 15 * 60_000

/** Size of the policy of an access key that current storage servers accept, in bytes without whitespace. Older ones accept more. */
export const MAX_KEY_POLICY_BYTES = 4096

/** Whether storage servers accept this as the access key of a service account. */
export function isAccessKey(accessKey: string): boolean {
  const { length } = new TextEncoder().encode(accessKey)
  return length >= MIN_ACCESS_KEY_LENGTH && length <= MAX_KEY_LENGTH && accessKey.trim() === accessKey
}

/** Whether storage servers accept this name for an access key; '' means no name. */
export function isAccessKeyName(name: string): boolean {
  return /^([A-Za-z][A-Za-z0-9_-]{0,31})?$/.test(name)
}

/** Storage servers store up to 256 bytes. */
export function isAccessKeyDescription(description: string): boolean {
  return new TextEncoder().encode(description).length <= 256
}

/** Service accounts as the specification lists them (identity-and-settings 3): access keys only, sorted. */
export const listServiceAccounts = route('accessKeys.names', 'GET /api/v1/service-accounts', {
  summary: 'Lists the access keys of your account.',
  response: z.array(z.string()),
})

/** The same list for any user (spec identity-and-settings 7). */
export const listUserServiceAccounts = route('accessKeys.userNames', 'GET /api/v1/user/service-accounts', {
  summary: 'Lists the access keys of a user.',
  query: z.strictObject({ name: userName }),
  response: z.array(z.string()),
  errors: ['NoSuchUser'],
})

const keyName = z.string().check(z.refine(isAccessKeyName, rule('accessKeyName')))
const keyDescription = z.string().check(z.refine(isAccessKeyDescription, rule('accessKeyDescription')))
const keyExpiry = z.union([z.literal(''), z.iso.datetime({ offset: true })])
/** The handler checks it, so that the error has its own code. */
const anyText = z.string().check(z.maxLength(1024))

/** What an access key can be given, when it is created and later. */
export const keyFields = {
  /** JSON of a policy that restricts the key; '': the key may do what its account may do. */
  policy: z.optional(policyText),
  name: z.optional(keyName),
  description: z.optional(keyDescription),
  /** ISO 8601; '': the key never expires. */
  expiry: z.optional(keyExpiry),
  secretKey: z.optional(anyText),
}

export const newKey = z.object({ accessKey: z.string(), secretKey: z.string() })
export type NewKey = z.infer<typeof newKey>

/** Without `accessKey` and `secretKey`, the storage server generates both. */
export const createServiceAccount = route('accessKeys.create', 'POST /api/v1/service-accounts', {
  summary: 'Creates an access key for your account, or for another user. Only this response contains its secret key.',
  body: z.strictObject({
    /** The user that the key is for; absent: your account. */
    targetUser: z.optional(userName),
    accessKey: z.optional(anyText),
    ...keyFields,
  }),
  /** Some servers return a list of credentials (spec identity-and-settings 3); this console returns one object. */
  response: z.union([newKey, z.array(newKey)]),
  status: 201,
  errors: [
    'AccessKeyTaken',
    'InvalidAccessKey',
    'InvalidExpiry',
    'InvalidPolicy',
    'InvalidSecretKey',
    'NoSuchUser',
    'UserDisabled',
  ],
})

export const deleteServiceAccount = route('accessKeys.delete', 'DELETE /api/v1/service-accounts/:accessKey', {
  summary: 'Deletes an access key of your account, or of another user.',
  params: z.strictObject({ accessKey: z.string().check(z.minLength(1), z.maxLength(128)) }),
  errors: ['NoSuchServiceAccount'],
})
