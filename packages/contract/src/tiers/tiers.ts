import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import { route } from '../route.ts'

/** Types of remote storage that a new tier can be of. A MinIO is added as `s3`. */
export const NEW_TIER_TYPES = ['s3', 'gcs', 'azure'] as const
export type NewTierType = (typeof NEW_TIER_TYPES)[number]

/** `minio`: tiers that other clients added. */
const tierType = z.enum([...NEW_TIER_TYPES, 'minio'])

/** Fields of tiers of every type. */
const place = { name: z.string(), endpoint: z.string(), bucket: z.string(), prefix: z.string(), region: z.string() }
const anyPlace = z.object(place)
export type TierPlace = z.infer<typeof anyPlace>
const s3 = z.object({ ...place, accesskey: z.string(), storageclass: z.string() })

/**
 * A tier's fields are nested under its type: `{ type: 's3', s3: { name: 'COLD', … } }` (spec core-console 3). Its secrets are
 * never returned.
 */
export const tier = z.object({
  type: z.string(),
  s3: z.optional(s3),
  minio: z.optional(s3),
  gcs: z.optional(anyPlace),
  azure: z.optional(z.object({ ...place, accountname: z.string() })),
})
export type TierView = z.infer<typeof tier>

export const listTiers = route('tiers.list', 'GET /api/v1/admin/tiers', {
  summary: 'Lists the tiers that objects can transition to, without their secrets.',
  response: z.object({ items: z.array(tier) }),
})

/** '' for a tier of an unknown type. */
export function tierName(view: TierView): string {
  return tierPlace(view)?.name ?? ''
}

/** Where a tier stores its objects; undefined for a tier of an unknown type. */
export function tierPlace({ type, s3, minio, azure, gcs }: TierView): TierPlace | undefined {
  return { s3, minio, azure, gcs }[type]
}

/** Names that S3 uses for its own storage classes. */
const RESERVED = ['STANDARD', 'REDUCED_REDUNDANCY']

export type TierNameProblem = 'missing' | 'characters' | 'reserved'

/** Why a new tier can't have this name (spec identity-and-settings 5). */
export function tierNameProblem(name: string): TierNameProblem | undefined {
  if (name === '') return 'missing'
  if (!/^[A-Z0-9_-]{1,255}$/.test(name)) return 'characters'
  return RESERVED.includes(name) ? 'reserved' : undefined
}

/**
 * Whether a storage server can connect to this address of a remote storage: an origin over HTTP or TLS. For Azure it may end in
 * the account's name, as Azure Stack and emulators have it.
 */
export function isTierEndpoint(endpoint: string, type: NewTierType): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  const isPlace = type === 'azure' ? /^\/[a-z0-9]*\/?$/.test(url.pathname) : url.pathname === '/'
  return /^https?:$/.test(url.protocol) && isPlace && isBare
}

const text = z.string().check(z.maxLength(1024))
const required = text.check(z.minLength(1))
const secret = z.string().check(z.minLength(1), z.maxLength(4096))
/** Base64 of a JSON file. */
const credentialsFile = z.string().check(z.minLength(1), z.maxLength(100_000))
const newPlace = { name: text, endpoint: required, bucket: required, prefix: required, region: required }

/** Errors about a tier as its remote storage, or the storage server, sees it. */
const TIER_ERRORS = [
  'InvalidTier',
  'TierBucketNotFound',
  'TierCredentialsRefused',
  'TierNoResponse',
  'TierProbeFailed',
  'TierUnreachable',
] as const satisfies readonly ErrorCode[]

/** Field of the body that an error is about; '' for none. */
const aboutField = z.object({ field: z.string() })

/** The storage server first writes, reads and deletes an object in the remote bucket. */
export const addTier = route('tiers.add', 'POST /api/v1/admin/tiers', {
  summary: 'Adds a tier: a bucket of another storage, to which lifecycle rules can move objects.',
  body: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('s3'),
      s3: z.strictObject({ ...newPlace, accesskey: secret, secretkey: secret, storageclass: z._default(text, '') }),
    }),
    z.strictObject({ type: z.literal('gcs'), gcs: z.strictObject({ ...newPlace, creds: credentialsFile }) }),
    z.strictObject({
      type: z.literal('azure'),
      azure: z.strictObject({ ...newPlace, accountname: secret, accountkey: secret }),
    }),
  ]),
  status: 201,
  refusal: aboutField,
  errors: [...TIER_ERRORS, 'TierExists', 'TierLocationInUse'],
})

const tierParam = z.string().check(z.minLength(1), z.maxLength(1024))
const byName = z.strictObject({ name: tierParam })

/** The storage server first tests the credentials. Those of an Azure tier keep its account name. */
export const setTierCredentials = route('tiers.setCredentials', 'PUT /api/v1/admin/tiers/:type/:name/credentials', {
  summary: 'Replaces the credentials of a tier.',
  params: z.strictObject({ type: tierType, name: tierParam }),
  body: z.strictObject({
    access_key: z.optional(secret),
    secret_key: z.optional(secret),
    /** Of a GCS tier. */
    creds: z.optional(credentialsFile),
  }),
  refusal: aboutField,
  errors: [...TIER_ERRORS, 'NoSuchTier'],
})

export const verifyTier = route('tiers.verify', 'POST /api/v1/admin/tiers/:name/verify', {
  audit: 'test',
  summary: 'Has the storage server write, read and delete a test object in the bucket of a tier.',
  params: byName,
  errors: [...TIER_ERRORS, 'NoSuchTier'],
})

/** Servers remove an empty tier, even if lifecycle rules still use it; see {@link listTierRules}. */
export const removeTier = route('tiers.remove', 'DELETE /api/v1/admin/tiers/:name', {
  summary: 'Removes a tier without objects.',
  params: byName,
  errors: [...TIER_ERRORS, 'TierNotEmpty'],
})

/** As last counted by the storage server, which takes a minute or more. Tiers that were never counted are absent. */
export const tierStatistics = route('tiers.statistics', 'GET /api/v1/admin/tier-stats', {
  summary: 'Returns how many objects, versions and bytes each tier contains.',
  response: z.object({
    items: z.array(z.object({ name: z.string(), objects: z.number(), versions: z.number(), bytes: z.number() })),
  }),
})

export const listTierRules = route('tiers.rules', 'GET /api/v1/admin/tiers/:name/rules', {
  summary: 'Lists the lifecycle rules that move objects to a tier.',
  params: byName,
  response: z.object({
    rules: z.array(z.object({ bucket: z.string(), id: z.string(), enabled: z.boolean() })),
    /** Buckets whose rules you may not read. */
    unread: z.array(z.string()),
    /** Number of buckets that weren't checked in time. */
    left: z.number(),
  }),
})
export type TierRules = z.infer<NonNullable<(typeof listTierRules)['response']>>
