/** What is open to everybody, and what holds nothing back: told from what the visitor may read, and what it may not. */
import * as z from 'zod/mini'
import { route } from '../route.ts'

/** What a stranger can do. `settings`: with the bucket itself, its policy or its tags for example. */
export const exposure = z.enum(['list', 'read', 'write', 'delete', 'settings'])
export type Exposure = z.infer<typeof exposure>

const toldStatement = z.object({
  /** Its place in the policy; the first is 1. */
  number: z.number(),
  /** '' for one without. */
  sid: z.string(),
  /** Its JSON. */
  text: z.string(),
})

const opening = {
  ...toldStatement.shape,
  /** What a request has to fulfil: `IpAddress`, `aws:SourceIp`, the networks. */
  conditions: z.array(z.object({ operator: z.string(), key: z.string(), values: z.array(z.string()) })),
  /** Resources that the statement leaves out. */
  except: z.array(z.string()),
  /** Deny statements of the same policy that take back a part, or all of it under conditions. */
  narrowedBy: z.array(toldStatement),
}

/** A statement of a bucket's policy that lets everybody in. */
export const anonymousGrant = z.object({
  ...opening,
  /** Patterns of resources, `photos/public/*`, and what is open there. */
  places: z.array(z.object({ resource: z.string(), kinds: z.array(exposure) })),
})
export type AnonymousGrant = z.infer<typeof anonymousGrant>

/** A statement of an account's policy that gives everything in the storage, or the administration of the server. */
export const widePolicyGrant = z.object({ ...opening, powers: z.array(z.enum(['storage', 'administration'])) })
export type WidePolicyGrant = z.infer<typeof widePolicyGrant>

/** How many buckets one call looks at, at most. */
export const EXPOSURE_PAGE = 50

/**
 * The buckets of a list are asked for by the pageful, the visible rows of a page by their names. A bucket that is gone
 * meanwhile is in none of the answer's lists.
 */
export const checkBucketExposure = route({
  id: 'policies.bucketExposure',
  method: 'POST',
  administrative: false,
  path: '/api/v1/exposure/buckets',
  summary: 'Lists the anonymous access that bucket policies allow, with the statements that allow it.',
  body: z.strictObject({
    buckets: z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.maxLength(EXPOSURE_PAGE)),
  }),
  response: z.object({
    buckets: z.array(z.object({ name: z.string(), openings: z.array(anonymousGrant) })),
    /** `denied`: you lack `permission`. `unreadable`: nobody knows what the policy says. */
    unread: z.array(z.object({ name: z.string(), reason: z.enum(['denied', 'unreadable']), permission: z.string() })),
    /** Not looked at: the storage is slow, and an answer does not wait for long. Ask for them again. */
    left: z.array(z.string()),
  }),
})
export type BucketExposures = z.infer<NonNullable<(typeof checkBucketExposure)['response']>>
export type BucketExposure = BucketExposures['buckets'][number]

export const listWidePolicies = route({
  id: 'policies.wide',
  method: 'GET',
  path: '/api/v1/exposure/policies',
  summary: 'Lists the policies that allow every action or every resource, with their attachments.',
  response: z.object({
    policies: z.array(
      z.object({
        name: z.string(),
        openings: z.array(widePolicyGrant),
        users: z.array(z.string()),
        groups: z.array(z.string()),
        /** Who has it could not be read for want of this permission; '' when it could. */
        holdersPermission: z.string(),
      }),
    ),
    /** Policies that nobody can make sense of. */
    unreadable: z.array(z.string()),
  }),
})
export type WidePolicy = z.infer<NonNullable<(typeof listWidePolicies)['response']>>['policies'][number]

/** Service accounts whose keys never expire: of every user where they may be read, else your own. */
export const listNonExpiringKeys = route({
  id: 'policies.nonExpiringKeys',
  method: 'GET',
  path: '/api/v1/exposure/keys',
  summary: 'Lists the access keys of service accounts that never expire.',
  response: z.object({
    keys: z.array(z.object({ accessKey: z.string(), parent: z.string(), name: z.string() })),
    /** Whose keys were looked at. */
    of: z.enum(['everybody', 'you', 'nobody']),
    /** What keeps those of others from being read, and then those of one's own. */
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
