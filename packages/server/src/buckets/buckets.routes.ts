import {
  type Bucket,
  deleteBucket as deleteBucketRoute,
  listBucketFigures,
  listBuckets as listBucketsRoute,
} from '@cooperage/contract'
import {
  type AccountBucket,
  type AccountInfo,
  dataUsage,
  deleteBucket,
  listBuckets,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

export function bucketListRoutes({ routes, services }: Registry): void {
  const { accounts, endpoint } = services
  routes.withSession(listBucketsRoute, async ({ query, session, storage }) => {
    const account = () => accounts.of(session, storage)
    // S3 doesn't count, so its account has no sizes.
    const isUncounted = query.names_only || (await endpoint.profile()).kind === 's3'
    const buckets = isUncounted ? await namedBuckets(storage, account) : await bucketsWithSizes(storage, account())
    return { buckets, total: buckets.length }
  })

  routes.withSession(listBucketFigures, async ({ session, storage }) => {
    // S3 doesn't count.
    if ((await endpoint.profile()).kind === 's3') return { figures: [], countedAt: '' }
    const [account, countedAt] = await Promise.all([accounts.of(session, storage), lastCount(storage)])
    // Before its first count the account of a server has zeros.
    if (countedAt === undefined) return { figures: [], countedAt: '' }
    return { figures: account.buckets.map(({ name, size, objects }) => ({ name, size, objects })), countedAt }
  })

  routes.withSession(deleteBucketRoute, async ({ params, session, storage }) => {
    const bucket = validBucketName(params.bucket)
    await withStorageErrors({ action: 's3:DeleteBucket', bucket }, deleteBucket(storage, bucket))
    accounts.forget(session)
  })
}

/**
 * Names come from S3, since the account's list lags some seconds behind; sizes come from the account, which takes the server
 * five times as long. An account that may not list at least sees the buckets that its policy names.
 */
async function bucketsWithSizes(storage: StorageClient, accountRequest: Promise<AccountInfo>): Promise<Bucket[]> {
  const [named, account] = await Promise.allSettled([listBuckets(storage), accountRequest])
  const counted: AccountInfo['buckets'] = account.status === 'fulfilled' ? account.value.buckets : []
  if (named.status === 'rejected') {
    // If there is nothing to show, respond with the error itself: a disabled account must not see an empty list.
    if (counted.length === 0 || !isDenied(named.reason))
      throw await withStorageErrors(LISTING, Promise.reject(named.reason))
    return counted.map(toBucket)
  }
  const sizes = new Map(counted.map(({ name, size }) => [name, size]))
  return named.value.map((bucket) => toBucket({ ...bucket, size: sizes.get(bucket.name) ?? 0 }))
}

/** The same without waiting for sizes: the account is requested only if S3 doesn't list the buckets. */
async function namedBuckets(storage: StorageClient, account: () => Promise<AccountInfo>): Promise<Bucket[]> {
  const listing = listBuckets(storage)
  try {
    return (await listing).map((bucket) => toBucket({ ...bucket, size: 0 }))
  } catch (error) {
    if (!isDenied(error)) throw await withStorageErrors(LISTING, listing)
    const { buckets } = await account()
    if (buckets.length === 0) throw await withStorageErrors(LISTING, listing)
    return buckets.map((bucket) => toBucket({ ...bucket, size: 0 }))
  }
}

/** When the server last counted, ISO 8601; '' if it doesn't report it, undefined if it hasn't counted yet. */
async function lastCount(storage: StorageClient): Promise<string | undefined> {
  try {
    const countedAt = Date.parse((await dataUsage(storage)).lastUpdate)
    // Before its first count a server reports the year 1.
    return countedAt > 0 ? new Date(countedAt).toISOString() : undefined
  } catch (error) {
    // The time is for administrators only; the sizes are for everyone, with or without it.
    if (error instanceof StorageError && error.kind === 'refused') return ''
    throw error
  }
}

function toBucket({ name, createdAt, size }: Omit<AccountBucket, 'objects'>): Bucket {
  return { name, creation_date: new Date(createdAt).toISOString(), size }
}

const LISTING = { action: 's3:ListAllMyBuckets' }

function isDenied(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'AccessDenied'
}
