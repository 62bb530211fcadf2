/** Site replication: several deployments of MinIO that have the same buckets, objects, users, groups and policies. */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { failureText } from '../text.ts'

/** More than anyone replicates between. */
export const MAX_SITES = 32

const siteName = z.string().check(z.minLength(1), z.maxLength(128))
const siteEndpoint = z.string().check(z.minLength(1), z.maxLength(2048))
const deploymentId = z.string().check(z.minLength(1), z.maxLength(128))

const site = z.object({
  name: z.string(),
  /** Where the other sites reach it. */
  endpoint: z.string(),
  deploymentId: z.string(),
  /** The storage server of this console. */
  isHere: z.boolean(),
  /** Whether writes on this console's site wait until the object is there. Each site has its own setting for each other one. */
  isSync: z.boolean(),
  /** Bytes per second and bucket from this console's site; 0 for no limit. */
  bandwidth: z.number(),
})
export type Site = z.infer<typeof site>

/** What a storage server says about its sites although it can't be true. */
export const SITE_CONTRADICTIONS = [
  'sameDeployment',
  'sameName',
  'sameEndpoint',
  'noDeployment',
  'noneHere',
  'unlisted',
  'notCounted',
  'future',
] as const

const contradiction = z.object({
  kind: z.enum(SITE_CONTRADICTIONS),
  /** Names of the sites that it is about, or the deployment ID of one that isn't listed. */
  sites: z.array(z.string()),
})
export type SiteContradiction = z.infer<typeof contradiction>

export const getSiteReplication = route('siteReplication.get', 'GET /api/v1/admin/site-replication', {
  summary: 'Lists the sites that the storage server replicates with; none if it has no site replication.',
  response: z.object({
    /** No more than 32, each with a deployment ID of its own. */
    items: z.array(site),
    /** How many further deployments the storage server lists. */
    left: z.number(),
    contradictions: z.array(contradiction),
    /** Lifecycle rules that expire objects are replicated too. */
    replicatesExpiry: z.boolean(),
  }),
})
export type SiteReplication = z.infer<NonNullable<(typeof getSiteReplication)['response']>>

/** What is the same on all sites. */
export const SITE_ENTITIES = ['bucket', 'policy', 'user', 'group'] as const
export type SiteEntity = (typeof SITE_ENTITIES)[number]

/** What can differ between sites: of buckets, of policies, of users and groups. */
export const SITE_DIFFERENCES = [
  'tags',
  'versioning',
  'objectLock',
  'bucketPolicy',
  'encryption',
  'replication',
  'quota',
  'cors',
  'content',
  'status',
  'members',
  'policies',
] as const
export type SiteDifference = (typeof SITE_DIFFERENCES)[number]

const difference = z.object({
  entity: z.enum(SITE_ENTITIES),
  name: z.string(),
  /** Deployment IDs of the sites that don't have it. */
  missingOn: z.array(z.string()),
  /** What isn't the same on all sites. */
  differs: z.array(z.enum(SITE_DIFFERENCES)),
})
export type SiteEntityDifference = z.infer<typeof difference>

const counts = z.object({ bucket: z.number(), policy: z.number(), user: z.number(), group: z.number() })

/** What the storage server knows of its connection to another site. Sizes in bytes. */
const link = z.object({
  isOnline: z.boolean(),
  /** ISO 8601; '' if it hasn't been online. */
  lastOnline: z.string(),
  /** Since the storage server was started. */
  downtimeSeconds: z.number(),
  /** Average in milliseconds. */
  latencyMs: z.number(),
  /** Operations on objects that were replicated there, and those that failed, since the storage server was started. */
  replicated: z.number(),
  replicatedBytes: z.number(),
  failed: z.number(),
  failedBytes: z.number(),
  failedLastHour: z.number(),
})
export type SiteLink = z.infer<typeof link>

export const getSiteStatus = route('siteReplication.status', 'GET /api/v1/admin/site-replication/status', {
  summary:
    'Compares the sites: how many buckets, policies, users and groups each has, and which are not the same on all.',
  response: z.object({
    sites: z.array(
      z.object({
        deploymentId: z.string(),
        /** How many of each it has. null: this site didn't answer, or another one, so nothing was compared. */
        counts: z.nullable(counts),
        /** null for the site of this console, and until the storage server has used the connection. */
        link: z.nullable(link),
      }),
    ),
    /** Deployment IDs of sites that didn't answer the storage server. Nothing is compared while there is one. */
    silent: z.array(z.string()),
    differences: z.array(difference),
    /** How many of each aren't the same on all sites. */
    different: counts,
    /** How many further differences there are. */
    left: z.number(),
    /** `notCounted`: the sites have different numbers of something, and no difference was named. */
    contradictions: z.array(contradiction),
  }),
  errors: ['SitesNotCompared'],
})
export type SiteStatus = z.infer<NonNullable<(typeof getSiteStatus)['response']>>

export const getSiteEntity = route('siteReplication.entity', 'GET /api/v1/admin/site-replication/entity', {
  summary:
    'Says what of a bucket, policy, user or group differs between sites, and when each part was last changed here.',
  query: z.strictObject({ entity: z.enum(SITE_ENTITIES), name: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  response: z.object({
    sites: z.array(
      z.object({
        deploymentId: z.string(),
        isThere: z.boolean(),
        /** It was deleted there, and the deletion waits for another site. */
        isDeleted: z.boolean(),
      }),
    ),
    /** false: sites that aren't listed didn't answer the storage server, so nothing is compared. */
    isCompared: z.boolean(),
    differs: z.array(z.enum(SITE_DIFFERENCES)),
    /** When the console's site last changed each part, in ISO 8601: servers don't say since when sites differ. */
    changedHere: z.array(z.object({ part: z.enum([...SITE_DIFFERENCES, 'created']), at: z.string() })),
  }),
  errors: ['SitesNotCompared'],
})
export type SiteEntityDetails = z.infer<NonNullable<(typeof getSiteEntity)['response']>>

export const reachSites = route('siteReplication.reach', 'GET /api/v1/admin/site-replication/reach', {
  summary: 'Says which of the other sites respond to the console, for when the storage server can’t compare them.',
  response: z.object({
    items: z.array(
      z.object({
        deploymentId: z.string(),
        /** `unchecked`: the console may not connect there. */
        state: z.enum(['online', 'offline', 'unchecked']),
      }),
    ),
  }),
})

const typedSite = z.strictObject({
  name: siteName,
  endpoint: siteEndpoint,
  accessKey: z.string().check(z.minLength(1), z.maxLength(1024)),
  secretKey: z.string().check(z.minLength(1), z.maxLength(1024)),
})
export type TypedSite = z.infer<typeof typedSite>

const typedSites = z.array(typedSite).check(z.minLength(2), z.maxLength(MAX_SITES))

const siteCheck = z.object({
  name: z.string(),
  /** Why the console didn't get the facts below; '' if it did. `text` has the words in other languages. */
  failure: z.string(),
  text: failureText,
  /** The server doesn't accept the keys, or they may not do what is needed. */
  areKeysRefused: z.boolean(),
  deploymentId: z.string(),
  /** '' if the server doesn't say. */
  version: z.string(),
  buckets: z.number(),
  /** Deployment IDs that it replicates with, including its own. */
  group: z.array(z.string()),
  /** How far its clock is ahead of the console's at least, in seconds; null if it doesn't say. */
  clockAheadSeconds: z.nullable(z.number()),
  /** The same value for sites whose identity providers are set up in the same way; '' if unknown. */
  identity: z.string(),
})
export type SiteCheck = z.infer<typeof siteCheck>

export const checkSites = route('siteReplication.check', 'POST /api/v1/admin/site-replication/check', {
  audit: 'test',
  summary:
    'Connects to each site with the given keys, and reports what has to be the same or empty before they can replicate.',
  body: z.strictObject({ sites: typedSites }),
  response: z.object({
    /** Deployment ID of the storage server of this console; '' if the visitor may not view it. */
    here: z.string(),
    items: z.array(siteCheck),
  }),
})

export const addSites = route('siteReplication.add', 'POST /api/v1/admin/site-replication/sites', {
  summary:
    'Starts to replicate between sites, or adds sites. It lists all of them, also those that already replicate. The keys are passed to the storage server and not kept.',
  body: z.strictObject({ sites: typedSites, replicatesExpiry: z._default(z.boolean(), false) }),
  response: z.object({
    /** Not all sites could be added. */
    isPartial: z.boolean(),
    /** What went wrong, also with the first synchronization, in the words of the storage server; '' if nothing. */
    reason: z.string(),
  }),
  errors: ['SitesRefused', 'NoSuchSite'],
})

export const editSite = route('siteReplication.edit', 'PUT /api/v1/admin/site-replication/sites/:deploymentId', {
  summary: 'Changes where a site is reached, or how the storage server replicates to it.',
  params: z.strictObject({ deploymentId }),
  body: z.strictObject({
    endpoint: z.optional(siteEndpoint),
    /** Not for the site of this console. */
    isSync: z.optional(z.boolean()),
    /** Bytes per second and bucket; 0 for no limit. Not for the site of this console. */
    bandwidth: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))),
  }),
  response: z.object({
    /** Some sites couldn't be reached, and keep what they have. */
    isPartial: z.boolean(),
  }),
  errors: ['SitesRefused', 'NoSuchSite', 'NoSiteReplication'],
})

export const removeSites = route('siteReplication.remove', 'POST /api/v1/admin/site-replication/remove', {
  summary: 'Removes sites, or all of them, which ends site replication. What was replicated stays on each site.',
  body: z.strictObject({
    /** Empty for all. */
    names: z.array(siteName).check(z.maxLength(MAX_SITES)),
  }),
  response: z.object({
    /** Some sites couldn't be told. */
    isPartial: z.boolean(),
    /** In the words of the storage server; '' if nothing went wrong. */
    reason: z.string(),
  }),
  errors: ['SitesRefused', 'NoSuchSite', 'NoSiteReplication'],
})

export const RESYNC_STATES = ['none', 'running', 'complete', 'failed', 'canceled', 'unknown'] as const

const resync = z.object({
  deploymentId: z.string(),
  state: z.enum(RESYNC_STATES),
  /** ISO 8601; '' if there was none. */
  startedAt: z.string(),
  updatedAt: z.string(),
  buckets: z.number(),
  failedBuckets: z.array(z.string()),
  /** Versions of objects so far. */
  replicated: z.number(),
  replicatedBytes: z.number(),
  failed: z.number(),
  failedBytes: z.number(),
  /** What it last came to; '' before the first object. */
  bucket: z.string(),
  object: z.string(),
  /**
   * No bucket takes part in it: it was canceled, or none could be started, or the buckets were resynced by themselves since. Servers
   * report it as running all the same, and often send everything. They refuse another one for this site until it is complete, or
   * they are restarted after it was canceled again without any progress. Always false without admin:GetBucketTarget.
   */
  wasCanceled: z.boolean(),
})
export type SiteResync = z.infer<typeof resync>

export const listSiteResyncs = route('siteReplication.resyncs', 'GET /api/v1/admin/site-replication/resync', {
  summary: 'Returns the last resync from the storage server to each other site, with its progress.',
  response: z.object({ items: z.array(resync) }),
})

const ofSite = z.strictObject({ deploymentId })

export const startSiteResync = route('siteReplication.startResync', 'POST /api/v1/admin/site-replication/resync', {
  summary: 'Sends all objects of the storage server to a site that lacks some, because it was down or lost data.',
  body: ofSite,
  response: z.object({
    /** Buckets for which it couldn't be started, with the words of the storage server. */
    failures: z.array(z.object({ bucket: z.string(), reason: z.string() })),
  }),
  errors: ['SitesRefused', 'NoSuchSite', 'NoSiteReplication', 'SiteResyncRunning', 'SiteResyncRefused'],
})

export const cancelSiteResync = route('siteReplication.cancelResync', 'DELETE /api/v1/admin/site-replication/resync', {
  summary:
    'Asks the storage server to cancel the resync to a site. What was sent stays there, and servers often send the rest as well.',
  query: ofSite,
  errors: ['SitesRefused', 'NoSuchSite', 'NoSiteReplication', 'NoSiteResync'],
})
