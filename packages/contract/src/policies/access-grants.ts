/**
 * Access to a bucket, folder or object, granted without writing a policy: the console keeps such grants as statements of one
 * policy for each user or group, or of the policy of an access key, and recognizes them there.
 */
import * as z from 'zod/mini'
import { COMPUTATION_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { previewPolicies } from './attachment-preview.ts'
import { policyText } from './policies.ts'

export const GRANTED_ACCESS = ['read', 'write', 'readWrite', 'upload', 'manage'] as const
const grantedAccess = z.enum([...GRANTED_ACCESS, 'custom'])
export type GrantedAccess = z.infer<typeof grantedAccess>

/** At most so many in a call. */
export const GRANTS_LIMIT = 20

const bucketName = z.string().check(z.minLength(1), z.maxLength(255))

const grant = {
  bucket: bucketName,
  /** '' for the whole bucket. */
  prefix: z.string().check(z.maxLength(1024)),
  /** The prefix is the whole name of one object. */
  isObject: z._default(z.boolean(), false),
  /**
   * `write` includes deleting, `manage` everything that S3 has for the place. `upload` adds objects without seeing any.
   * `custom` has the actions that are named.
   */
  access: grantedAccess,
  /** Of `custom`: those of the catalogue that are `grantable` there. */
  actions: z._default(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)), []),
  /** ISO 8601; '' for no end. */
  until: z.union([z.literal(''), z.iso.datetime({ offset: true })]),
}
export interface AccessGrant {
  bucket: string
  prefix: string
  isObject: boolean
  access: GrantedAccess
  actions: string[]
  until: string
}

/** What access is granted to. An access key is one of yours, with a policy that restricts it. */
const ownerKind = z.enum(['user', 'group', 'accessKey'])
export type GrantOwnerKind = z.infer<typeof ownerKind>

const owner = {
  entityName: z.string().check(z.minLength(1), z.maxLength(1024)),
  entityType: ownerKind,
}

const storedGrant = z.object({
  bucket: z.string(),
  prefix: z.string(),
  isObject: z.boolean(),
  access: grantedAccess,
  actions: z.array(z.string()),
  until: z.string(),
  entityName: z.string(),
  entityType: ownerKind,
  /** Identifies it among those of its user, group or access key. */
  number: z.number(),
  /** Whether the policy with it is attached; otherwise the grant has no effect. */
  isAttached: z.boolean(),
})
export type StoredGrant = z.infer<typeof storedGrant>

/** Without a name, those of all users and groups and of your access keys. One of `bucket` and `entityName` is required. */
export const listAccessGrants = route('policies.accessGrants', 'GET /api/v1/access-grants', {
  summary: 'Lists the access that was granted in this console to a bucket or folder, or to a user or group.',
  query: z.strictObject({
    /** '' for all buckets of one user or group. */
    bucket: z._default(z.string().check(z.maxLength(255)), ''),
    /** Only what concerns the folder: grants for it, for folders that contain it, and for those below it. */
    prefix: z._default(z.string().check(z.maxLength(1024)), ''),
    entityType: z._default(z.enum(['user', 'group']), 'user'),
    entityName: z._default(z.string().check(z.maxLength(1024)), ''),
  }),
  response: z.object({ grants: z.array(storedGrant) }),
})

const change = z.strictObject({
  ...owner,
  /** Added. */
  grants: z.array(z.strictObject(grant)).check(z.maxLength(GRANTS_LIMIT)),
  /** Numbers of grants that are removed. */
  removes: z._default(z.array(z.number().check(z.int(), z.minimum(1))).check(z.maxLength(GRANTS_LIMIT)), []),
})

/** `isNew`: the user or access key doesn't exist yet, and has no other policies. */
export const previewAccessGrants = route('policies.previewAccessGrants', 'POST /api/v1/access-grants/preview', {
  audit: 'none',
  summary: 'Returns what a change of granted access would write, and whom it would affect.',
  body: z.strictObject({ ...change.shape, isNew: z._default(z.boolean(), false) }),
  response: z.object({
    /** The policy that is written; '' for that of an access key. */
    policy: z.string(),
    /** The policy as it is, indented JSON; '' if there is none. */
    before: z.string(),
    /** The same after the change; '' if it is deleted, and with it an access key. */
    after: z.string(),
    /** Other grants that are deleted, because their policy isn't attached: it will be, and they would have an effect again. */
    dropped: z.number(),
    change: previewPolicies.response,
    /** Members of the group. */
    members: z.array(z.string()),
    /** Other users and groups that the policy was attached to by hand: the change affects them as well. */
    others: z.array(z.string()),
  }),
  status: 200,
  errors: [
    ...COMPUTATION_ERRORS,
    'NoSuchUser',
    'NoSuchGroup',
    'NoSuchServiceAccount',
    'InvalidBucketName',
    'InvalidPolicyName',
    'PolicyChanged',
  ],
})

/**
 * Nothing is written unless `previous` is the policy as it is, as `before` of the preview says. An access key is deleted with
 * its last statement: without a policy it would have all permissions of its account.
 */
export const saveAccessGrants = route('policies.saveAccessGrants', 'PUT /api/v1/access-grants', {
  summary: 'Grants a user, group or access key access to buckets, folders and objects, or revokes it.',
  body: z.strictObject({ ...change.shape, previous: policyText }),
  errors: [
    'InvalidBucketName',
    'InvalidPolicy',
    'InvalidPolicyName',
    'NoSuchPolicy',
    'NoSuchUser',
    'NoSuchGroup',
    'NoSuchServiceAccount',
    'NotAUser',
    'UserDisabled',
    'GroupPoliciesUnknown',
    'PolicyChanged',
    'PolicyInUse',
  ],
})
