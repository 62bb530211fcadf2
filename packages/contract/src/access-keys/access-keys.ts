import * as z from 'zod/mini'
import { COMPUTATION_ERRORS } from '../declared-errors.ts'
import { accessKind, policyText } from '../policies/index.ts'
import { route } from '../route.ts'
import { failureText } from '../text.ts'
import { userName, userStatus } from '../users/index.ts'
import { keyFields } from './service-accounts.ts'

/** An access key as lists describe it, without its secret key. */
export const accessKeyEntry = z.object({
  accessKey: z.string(),
  /** '' for none. */
  name: z.string(),
  /** '' for none. */
  description: z.string(),
  enabled: z.boolean(),
  /** ISO 8601; '' for a key that never expires. */
  expiry: z.string(),
  /** Whether the key has its own policy, which restricts it to less than its account may do. */
  restricted: z.boolean(),
})
export type AccessKeyEntry = z.infer<typeof accessKeyEntry>

export const listOwnKeys = route('accessKeys.own', 'GET /api/v1/account/access-keys', {
  summary: 'Lists the access keys of your account with name, status and expiry.',
  response: z.array(accessKeyEntry),
})

export const listUserKeys = route('accessKeys.ofUser', 'GET /api/v1/user/access-keys', {
  summary: 'Lists the access keys of a user with name, status and expiry.',
  query: z.strictObject({ name: userName }),
  response: z.array(accessKeyEntry),
  errors: ['NoSuchUser'],
})

const keyParams = z.strictObject({ accessKey: z.string().check(z.minLength(1), z.maxLength(128)) })

export const accessKeyDetails = z.extend(accessKeyEntry, {
  /** The account that the key belongs to. */
  owner: z.string(),
  /** JSON of the policy that restricts the key; '' for none. */
  policy: z.string(),
})
export type AccessKeyDetails = z.infer<typeof accessKeyDetails>

export const getAccessKey = route('accessKeys.get', 'GET /api/v1/access-keys/:accessKey', {
  summary: 'Returns an access key with its policy, without its secret key.',
  params: keyParams,
  response: accessKeyDetails,
  errors: ['NoSuchServiceAccount'],
})

/**
 * Fields that are absent stay as they are. Storage servers can't remove a name or a description once a key has one, so '' is
 * refused for these. The policy that stays is read and sent again, because MinIO would drop it.
 */
export const updateAccessKey = route('accessKeys.update', 'PUT /api/v1/access-keys/:accessKey', {
  summary: 'Changes the name, description, expiry, status, policy or secret key of an access key.',
  params: keyParams,
  body: z.strictObject({ ...keyFields, status: z.optional(userStatus) }),
  errors: ['InvalidExpiry', 'InvalidPolicy', 'InvalidSecretKey', 'NoSuchServiceAccount'],
})

const KEY_KINDS = ['service-account', 'temporary'] as const

/** What manages an account: the storage server itself, or an identity provider. */
export const accountSource = z.enum(['builtIn', 'ldap', 'openId'])
export type AccountSource = z.infer<typeof accountSource>

/** An access key as the list of all keys describes it: storage servers add neither name nor status there. */
export const ownedKey = z.object({
  accessKey: z.string(),
  /** The account's name on the storage server. */
  owner: z.string(),
  /** A readable name of the account: accounts of OpenID have an unreadable name on the storage server. */
  ownerName: z.string(),
  source: accountSource,
  /** ISO 8601; '' for a key that never expires. */
  expiry: z.string(),
})
export type OwnedKey = z.infer<typeof ownedKey>

/** Access keys of accounts from identity providers aren't listed, only their temporary credentials. Fails on storage servers before 2024. */
export const listAllKeys = route('accessKeys.all', 'GET /api/v1/access-keys', {
  summary: 'Lists the access keys of all users and of root, or their temporary credentials.',
  query: z.strictObject({ kind: z._default(z.enum(KEY_KINDS), 'service-account') }),
  response: z.array(ownedKey),
})

/** Signs the user out everywhere. Fails on storage servers before April 2025. */
export const revokeTemporaryKeys = route('accessKeys.revokeTemporary', 'POST /api/v1/access-keys/revoke-temporary', {
  summary: 'Revokes all temporary credentials of an account, including those of sessions in this console.',
  body: z.strictObject({ user: userName, source: z._default(accountSource, 'builtIn') }),
})

/** Doesn't change anything. The permissions of the key's account are compared if you may read its policies. */
export const previewKeyPolicy = route('accessKeys.previewPolicy', 'POST /api/v1/access-key-policy-preview', {
  audit: 'none',
  summary: 'Returns what an access key could do with a policy.',
  body: z.strictObject({
    /** The account of the key; absent: yours. */
    user: z.optional(userName),
    policy: policyText,
  }),
  response: z.object({
    /** Why the storage server would refuse the policy; '' if it wouldn't. */
    problem: z.string(),
    text: failureText,
    /** Size without whitespace, in bytes. */
    bytes: z.number(),
    resources: z.array(
      z.object({
        /** Pattern without the ARN prefix: `photos/*`. */
        resource: z.string(),
        kinds: z.array(accessKind),
        /** Kinds that the policy names but the account doesn't have. */
        lacking: z.array(accessKind),
      }),
    ),
    /** Whether it allows administration of the server that the account has. */
    administration: z.boolean(),
    /** `all`: the policy allows everything that the account may do, so it restricts nothing. `unknown`: you may not read the policies of the account. */
    compared: z.enum(['narrower', 'all', 'unknown']),
  }),
  errors: COMPUTATION_ERRORS,
})
export type KeyPolicyPreview = z.infer<NonNullable<(typeof previewKeyPolicy)['response']>>
