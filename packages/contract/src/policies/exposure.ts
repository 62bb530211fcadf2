/**
 * Exposure: anonymous access, wide policies and non-expiring keys that the visitor may read, and what couldn't be
 * read.
 */
import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Kinds of access. `settings`: on the bucket itself, for example its policy, or on tags and retention. */
export const accessKind = z.enum(['list', 'read', 'write', 'delete', 'settings'])
export type AccessKind = z.infer<typeof accessKind>

/** A statement of a policy, quoted. */
export const quotedStatement = z.object({
  /** Position in the policy, starting at 1. */
  number: z.number(),
  /** '' without one. */
  sid: z.string(),
  /** Its JSON. */
  text: z.string(),
})

/** A condition of a statement: `IpAddress`, `aws:SourceIp`, the networks. */
export const quotedCondition = z.object({ operator: z.string(), key: z.string(), values: z.array(z.string()) })

const opening = {
  ...quotedStatement.shape,
  conditions: z.array(quotedCondition),
  /** Resources that the statement excludes. */
  except: z.array(z.string()),
  /** Deny statements of the same policy that restrict part of it, or all of it under conditions. */
  narrowedBy: z.array(quotedStatement),
}

/** A statement of a bucket policy that allows anonymous access. */
export const anonymousGrant = z.object({
  ...opening,
  /** Resource patterns, `photos/public/*`, and what they allow. */
  resources: z.array(z.object({ resource: z.string(), kinds: z.array(accessKind) })),
})
export type AnonymousGrant = z.infer<typeof anonymousGrant>

/** Every S3 action on every bucket and object, or every admin action. */
export const fullAccessScope = z.enum(['storage', 'administration'])
export type FullAccessScope = z.infer<typeof fullAccessScope>

/** A statement of an IAM policy that grants full access to the storage, or server administration. */
export const widePolicyGrant = z.object({ ...opening, fullAccess: z.array(fullAccessScope) })

/** Maximum number of buckets per call. */
export const EXPOSURE_PAGE = 50

/** Maximum of `max_age`, in seconds. */
export const EXPOSURE_MAX_AGE = 300

/** Checks the named buckets, usually the visible rows of a page. Buckets that no longer exist are left out of the response. */
export const checkBucketExposure = route('policies.bucketExposure', 'POST /api/v1/exposure/buckets', {
  audit: 'none',
  summary: 'Lists the anonymous access that bucket policies allow, with the statements that allow it.',
  body: z.strictObject({
    buckets: z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.maxLength(EXPOSURE_PAGE)),
    /** How old the knowledge may be that a bucket isn't public, in seconds. Changes made in this console count at once. */
    max_age: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(EXPOSURE_MAX_AGE)), 0),
  }),
  response: z.object({
    buckets: z.array(z.object({ name: z.string(), openings: z.array(anonymousGrant) })),
    /** `denied`: you lack `permission`. `unreadable`: the policy can't be parsed. */
    unread: z.array(z.object({ name: z.string(), reason: z.enum(['denied', 'unreadable']), permission: z.string() })),
    /** Not checked in time because the storage server is slow. Request them again. */
    left: z.array(z.string()),
  }),
})
export type BucketExposures = z.infer<NonNullable<(typeof checkBucketExposure)['response']>>
export type BucketExposure = BucketExposures['buckets'][number]

export const listWidePolicies = route('policies.wide', 'GET /api/v1/exposure/policies', {
  summary: 'Lists the policies that allow every action or every resource, with their attachments.',
  response: z.object({
    policies: z.array(
      z.object({
        name: z.string(),
        openings: z.array(widePolicyGrant),
        users: z.array(z.string()),
        groups: z.array(z.string()),
        /** The permission that is missing to read the attachments; '' if they were read. */
        attachmentsPermission: z.string(),
      }),
    ),
    /** Policies that can't be parsed. */
    unreadable: z.array(z.string()),
  }),
})
export type WidePolicy = z.infer<NonNullable<(typeof listWidePolicies)['response']>>['policies'][number]

/** Service accounts whose keys never expire: of every user if the visitor may read them, else the visitor's own. */
export const listNonExpiringKeys = route('policies.nonExpiringKeys', 'GET /api/v1/exposure/keys', {
  summary: 'Lists the access keys of service accounts that never expire.',
  response: z.object({
    keys: z.array(z.object({ accessKey: z.string(), parent: z.string(), name: z.string() })),
    /** Whose keys were checked. */
    of: z.enum(['everybody', 'you', 'nobody']),
    /** The permissions that are missing to read the keys of others, then the visitor's own. */
    unread: z.array(
      z.object({
        whose: z.enum(['everybody', 'you']),
        reason: z.enum(['denied', 'notOffered']),
        permission: z.string(),
      }),
    ),
  }),
})
export type NonExpiringKeys = z.infer<NonNullable<(typeof listNonExpiringKeys)['response']>>
