/** Who can do what in a bucket or in one of its folders, by the policies that the visitor may read. */
import * as z from 'zod/mini'
import { BUCKET_ERRORS, COMPUTATION_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { quotedStatement } from './exposure.ts'
import { policySource, UNREAD_REASONS } from './simulator.ts'

/** Kinds of access to a place. `share`: to create links with which others read. */
export const placeKind = z.enum(['list', 'read', 'write', 'delete', 'share', 'settings'])
export type PlaceKind = z.infer<typeof placeKind>

/** `any`: access of at least one kind. `none`: no access. */
export const principalFilter = z.enum(['all', 'any', ...placeKind.options, 'none'])
export type PrincipalFilter = z.infer<typeof principalFilter>

/** Maximum number of principals in a response. */
export const MAX_PRINCIPALS = 10_000

const kindAccess = z.object({
  access: z.enum(['always', 'sometimes', 'no']),
  /**
   * Why access is only sometimes. `part`: only to a part of the place. `conditions`: only for requests that meet a condition.
   * `denied`: a Deny takes back a part, or all of it under conditions. `actions`: only some of the actions.
   */
  limits: z.array(z.enum(['part', 'conditions', 'denied', 'actions'])),
  /**
   * The deciding statements, as indexes of `statements`: each Allow, and each Deny that takes something back. Without access,
   * each Deny. At most 20.
   */
  statements: z.array(z.number()),
  /** How many more there are. */
  further: z.number(),
})
export type KindAccess = z.infer<typeof kindAccess>

const principal = z.object({
  kind: z.enum(['root', 'anonymous', 'user', 'group']),
  /** '' for root and anonymous requests. */
  name: z.string(),
  /** The user or one of its groups is disabled, or the group itself: its keys are rejected, or its policies have no effect. */
  disabled: z.enum(['', 'account', 'group']),
  /** The disabled group of a user; '' if none is. */
  disabledGroup: z.string(),
  /** Some of its policies couldn't be read, so its access may differ. */
  isIncomplete: z.boolean(),
  /** Index of `outcomes`. */
  outcome: z.number(),
  /** Each way to the deciding policies: their index, and the group that they are attached to; '' if attached directly. */
  through: z.array(z.object({ policy: z.number(), group: z.string() })),
})
export type BucketPrincipal = z.infer<typeof principal>

const outcome = z.object({
  list: kindAccess,
  read: kindAccess,
  write: kindAccess,
  delete: kindAccess,
  share: kindAccess,
  /** To change them: of the bucket, or tags and retention of objects. */
  settings: kindAccess,
})
export type PrincipalOutcome = z.infer<typeof outcome>

/**
 * Principals with the same access share an outcome. Access keys of a user have at most the access of the user. On a server without
 * MinIO's admin API only anonymous access is known, from the bucket policy.
 */
export const listBucketPrincipals = route('policies.principals', 'GET /api/v1/buckets/:bucket/principals', {
  summary:
    'Lists who can list, read, write, delete and share objects of a bucket or folder, and change settings, and why.',
  params: z.strictObject({ bucket: z.string() }),
  query: z.strictObject({
    /** A folder of the bucket: ends with a slash. */
    prefix: z._default(z.string().check(z.maxLength(1024), z.regex(/^$|\/$/)), ''),
    filter: z._default(principalFilter, 'all'),
    /** Part of the name, in any case. */
    search: z._default(z.string().check(z.maxLength(1024)), ''),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PRINCIPALS)), MAX_PRINCIPALS),
  }),
  response: z.object({
    /** Root and anonymous requests first, then groups and users by name. */
    principals: z.array(principal),
    /** How many match, before `limit`. */
    total: z.number(),
    /** How many there are for each filter. */
    counts: z.object({
      all: z.number(),
      any: z.number(),
      list: z.number(),
      read: z.number(),
      write: z.number(),
      delete: z.number(),
      share: z.number(),
      settings: z.number(),
      none: z.number(),
    }),
    outcomes: z.array(outcome),
    statements: z.array(
      z.object({
        ...quotedStatement.shape,
        /** Index of `policies`. */
        policy: z.number(),
        effect: z.enum(['Allow', 'Deny']),
      }),
    ),
    /** The policies with deciding statements. `name` is '' for the bucket policy, and for the policy that the server combines for you. */
    policies: z.array(z.object({ kind: z.enum(['identity', 'bucket']), name: z.string() })),
    /** `ldap`: the storage server doesn't report who is in a group of the directory. */
    source: z.enum(['builtIn', 'ldap']),
    /** What you lack permission to read, or what no longer exists or can't be interpreted. `attachedTo` is '' for a policy. */
    unread: z.array(z.object({ source: policySource, reason: z.enum(UNREAD_REASONS), permission: z.string() })),
    /** Lists that are missing altogether. `notOffered`: the server has no such list. */
    unreadLists: z.array(
      z.object({ list: z.enum(['users', 'groups']), reason: z.enum(['denied', 'notOffered']), permission: z.string() }),
    ),
  }),
  errors: [...BUCKET_ERRORS, ...COMPUTATION_ERRORS],
})
export type BucketPrincipals = z.infer<NonNullable<(typeof listBucketPrincipals)['response']>>
