import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Whether storage servers accept this name for an access key; '' means no name. */
export function isAccessKeyName(name: string): boolean {
  return /^([A-Za-z][A-Za-z0-9_-]{0,31})?$/.test(name)
}

/** Storage servers store up to 256 bytes. */
export function isAccessKeyDescription(description: string): boolean {
  return new TextEncoder().encode(description).length <= 256
}

/** Service accounts as the specification lists them (identity-and-settings 3): access keys only, sorted. */
export const listServiceAccounts = route({
  id: 'account.serviceAccounts',
  method: 'GET',
  path: '/api/v1/service-accounts',
  summary: 'Lists the access keys of your account.',
  response: z.array(z.string()),
})

/** An access key of the account with its details, without its secret key. */
export const accountKey = z.object({
  accessKey: z.string(),
  /** '' for none. */
  name: z.string(),
  /** '' for none. */
  description: z.string(),
  enabled: z.boolean(),
  /** ISO 8601; '' for a key that never expires. */
  expiry: z.string(),
  /** Whether the key has its own policy, which restricts it to less than the account may do. */
  restricted: z.boolean(),
})
export type AccountKey = z.infer<typeof accountKey>

export const listAccountKeys = route({
  id: 'account.keys',
  method: 'GET',
  path: '/api/v1/account/access-keys',
  summary: 'Lists the access keys of your account with name, status and expiry.',
  response: z.array(accountKey),
})

export const createServiceAccount = route({
  id: 'account.createServiceAccount',
  method: 'POST',
  path: '/api/v1/service-accounts',
  summary: 'Creates an access key for your account. Only this response contains its secret key.',
  body: z.strictObject({
    /** JSON of a policy that restricts the key; '' or absent: the key may do what the account may do. */
    policy: z.optional(z.string()),
    name: z.optional(
      z.string().check(z.refine(isAccessKeyName, 'must be 1 to 32 letters, digits, _ or -, with a letter first')),
    ),
    description: z.optional(z.string().check(z.refine(isAccessKeyDescription, 'must have at most 256 bytes'))),
    /** ISO 8601; '' or absent: the key never expires. */
    expiry: z.optional(z.union([z.literal(''), z.iso.datetime({ offset: true })])),
  }),
  response: z.object({ accessKey: z.string(), secretKey: z.string() }),
  status: 201,
  errors: ['InvalidPolicy'],
})

export const deleteServiceAccount = route({
  id: 'account.deleteServiceAccount',
  method: 'DELETE',
  path: '/api/v1/service-accounts/:accessKey',
  summary: 'Deletes an access key of your account.',
  params: z.strictObject({ accessKey: z.string().check(z.minLength(1), z.maxLength(128)) }),
  errors: ['NoSuchServiceAccount'],
})
