/** Tiers: buckets of other storages, to which lifecycle rules move objects. */
import {
  AppError,
  addTier,
  isTierEndpoint,
  listTierRules,
  listTiers,
  type RouteBody,
  reasonText,
  removeTier,
  setTierCredentials,
  type Text,
  type TierRules,
  type TierView,
  tierName,
  tierNameProblem,
  tierStatistics,
  verifyTier,
} from '@cooperage/contract'
import {
  getBucketLifecycle,
  listBuckets,
  type NewTier,
  removeTier as remove,
  type StorageClient,
  setTierCredentials as setCredentials,
  addTier as storeTier,
  type Tier,
  listTiers as tiersOf,
  tierStatistics as usageOf,
  verifyTier as verify,
} from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { type TierField, withTierErrors } from './tier-errors.ts'

const LIST = 'admin:ListTier'
const CHANGE = 'admin:SetTier'

/** Buckets whose lifecycle rules are read concurrently. */
const PARALLEL = 8
/** After this time no further bucket is read, so that the response arrives before the visitor's timeout. */
const BEGIN_WITHIN_MS = 4_000

export function tierRoutes({ routes, services: { now } }: Registry): void {
  routes.withSession(listTiers, async ({ storage }) => {
    const tiers = await withStorageErrors({ action: LIST, feature: 'tiers' }, tiersOf(storage))
    return { items: tiers.map(toView).sort((a, b) => compareText(tierName(a), tierName(b))) }
  })

  routes.withSession(addTier, async ({ body, storage }) => {
    const tier = toNewTier(body)
    const problem = problemOf(tier)
    if (problem) throw new AppError('InvalidTier', { reason: problem.reason }, { refusal: { field: problem.field } })
    await withTierErrors(CHANGE, tier.name, storeTier(storage, tier))
  })

  routes.withSession(setTierCredentials, async ({ params: { type, name }, body, storage }) => {
    const { access_key: accessKey, secret_key: secretKey, creds: file } = body
    const isFile = type === 'gcs'
    const isComplete = isFile ? file !== undefined : accessKey !== undefined && secretKey !== undefined
    const reason = reasonText(isFile ? 'tierFileMissing' : 'tierKeysMissing')
    if (!isComplete) throw new AppError('InvalidTier', { reason }, { refusal: { field: 'keys' } })
    if (isFile && !isCredentialsFile(file ?? '')) throw invalidFile()
    const keys = isFile ? { file: file ?? '' } : { accessKey: accessKey ?? '', secretKey: secretKey ?? '' }
    await withTierErrors(CHANGE, name, setCredentials(storage, name, keys))
  })

  routes.withSession(verifyTier, async ({ params: { name }, storage }) => {
    await withTierErrors(LIST, name, verify(storage, name))
  })

  routes.withSession(removeTier, async ({ params: { name }, storage }) => {
    await withTierErrors(CHANGE, name, remove(storage, name))
  })

  routes.withSession(tierStatistics, async ({ storage }) => ({
    items: await withStorageErrors({ action: LIST, feature: 'tiers' }, usageOf(storage)),
  }))

  routes.withSession(listTierRules, async ({ params: { name }, storage }) => {
    const startedAt = now()
    const response: TierRules = { rules: [], unread: [], left: 0 }
    const buckets = await withStorageErrors({ action: 's3:ListAllMyBuckets' }, listBuckets(storage))
    await inParallel(buckets, PARALLEL, async (bucket) => {
      if (now() - startedAt > BEGIN_WITHIN_MS) response.left++
      else await readRules(storage, bucket.name, name, response)
    })
    response.rules.sort((a, b) => compareText(a.bucket, b.bucket))
    response.unread.sort()
    return response
  })
}

async function readRules(storage: StorageClient, bucket: string, tier: string, response: TierRules): Promise<void> {
  try {
    const reading = getBucketLifecycle(storage, bucket)
    const { rules } = await withStorageErrors({ action: 's3:GetLifecycleConfiguration', bucket }, reading)
    for (const { id, status, transition, noncurrentVersionTransition } of rules) {
      const tiers = [transition?.storageClass, noncurrentVersionTransition?.storageClass]
      if (tiers.includes(tier)) response.rules.push({ bucket, id, enabled: status === 'Enabled' })
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'AccessDenied') response.unread.push(bucket)
    // Deleted since it was listed: it has no rules.
    else if (error.code !== 'NoSuchBucket') throw error
  }
}

function toView(tier: Tier): TierView {
  const { type, name, endpoint, bucket, prefix, region, account, storageClass } = tier
  const place = { name, endpoint, bucket, prefix, region }
  if (type === 's3' || type === 'minio') {
    return { type, [type]: { ...place, accesskey: account, storageclass: storageClass } }
  }
  if (type === 'azure') return { type, azure: { ...place, accountname: account } }
  return type === 'gcs' ? { type, gcs: place } : { type }
}

function toNewTier(body: RouteBody<typeof addTier>): NewTier {
  if (body.type === 's3') {
    const { accesskey, secretkey, storageclass, ...place } = body.s3
    return { type: 's3', ...place, account: accesskey, secret: secretkey, storageClass: storageclass }
  }
  if (body.type === 'azure') {
    const { accountname, accountkey, ...place } = body.azure
    const endpoint = azureEndpoint(place.endpoint, accountname)
    return { type: 'azure', ...place, endpoint, account: accountname, secret: accountkey, storageClass: '' }
  }
  const { creds, ...place } = body.gcs
  return { type: 'gcs', ...place, account: '', secret: creds, storageClass: '' }
}

/** Azure has a host per account, which servers don't derive from the address of the service. */
function azureEndpoint(endpoint: string, account: string): string {
  return /^https:\/\/blob\.core\.windows\.net\/?$/.test(endpoint)
    ? `https://${account}.blob.core.windows.net`
    : endpoint
}

const NAME_REASONS = {
  missing: reasonText('tierNameMissing'),
  characters: reasonText('tierNameCharacters'),
  reserved: reasonText('tierReserved'),
}

function problemOf({ type, name, endpoint, secret }: NewTier): { field: TierField; reason: Text } | undefined {
  const nameProblem = tierNameProblem(name)
  if (nameProblem) return { field: 'name', reason: NAME_REASONS[nameProblem] }
  if (!isTierEndpoint(endpoint, type)) return { field: 'endpoint', reason: reasonText('endpointIsNoAddress') }
  if (type === 'gcs' && !isCredentialsFile(secret)) throw invalidFile()
  return undefined
}

function invalidFile(): AppError {
  return new AppError('InvalidTier', { reason: reasonText('noCredentialsFile') }, { refusal: { field: 'keys' } })
}

function isCredentialsFile(base64: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(base64, 'base64').toString('utf8'))
    return typeof value === 'object' && value !== null
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
