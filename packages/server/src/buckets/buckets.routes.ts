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
  const { accounts } = services
  routes.withSession(listBucketsRoute, async ({ query, session, storage }) => {
    const account = () => accounts.of(session, storage)
    const buckets = query.names_only ? await namedBuckets(storage, account) : await bucketsWithSizes(storage, account())
    return { buckets, total: buckets.length }
  })

  routes.withSession(listBucketFigures, async ({ session, storage }) => {
    const [account, countedAt] = await Promise.all([accounts.of(session, storage), lastCount(storage)])
    return { figures: account.buckets.map(({ name, size, objects }) => ({ name, size, objects })), countedAt }
  })

  routes.withSession(deleteBucketRoute, async ({ params, session, storage }) => {
    const bucket = validBucketName(params.bucket)
    await withStorageErrors({ action: 's3:DeleteBucket', bucket }, deleteBucket(storage, bucket))
    accounts.forget(session)
  })
}

/**
 * Names come from S3, since the account's list lags some seconds behind; sizes from the account, which the server takes five
 * times as long to tell. An account that may not list has at least the buckets that its policy names.
 */
async function bucketsWithSizes(storage: StorageClient, asked: Promise<AccountInfo>): Promise<Bucket[]> {
  const [named, account] = await Promise.allSettled([listBuckets(storage), asked])
  const counted: AccountInfo['buckets'] = account.status === 'fulfilled' ? account.value.buckets : []
  if (named.status === 'rejected') {
    // With nothing to show, the refusal itself is the answer: whose account is disabled must not see an empty list.
    if (counted.length === 0 || !isDenied(named.reason))
      throw await withStorageErrors(LISTING, Promise.reject(named.reason))
    return counted.map(toBucket)
  }
  const sizes = new Map(counted.map(({ name, size }) => [name, size]))
  return named.value.map((bucket) => toBucket({ ...bucket, size: sizes.get(bucket.name) ?? 0 }))
}

/** The same without waiting for sizes: the account is asked only where it is all that is known. */
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

/** When the server counted last, ISO 8601; '' when it does not say. */
async function lastCount(storage: StorageClient): Promise<string> {
  try {
    const countedAt = Date.parse((await dataUsage(storage)).lastUpdate)
    // Before its first count a server names the year 1.
    return countedAt > 0 ? new Date(countedAt).toISOString() : ''
  } catch (error) {
    // The time is for administrators alone; the figures are for everybody, and come with or without it.
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
