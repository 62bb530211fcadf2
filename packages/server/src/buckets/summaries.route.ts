import { type BucketFact, type BucketSummary, summarizeBuckets } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { partOf } from '../shared/part-of.ts'
import { readEncryption } from './encryption.routes.ts'
import { readLock } from './retention.routes.ts'
import { validBucketName } from './valid-bucket-name.ts'
import { readVersioning } from './versioning.routes.ts'

/** Buckets that are read concurrently. */
const PARALLEL = 8

type Facts = { [Fact in BucketFact]: NonNullable<BucketSummary[Fact]> }

const READERS: { [Fact in keyof Facts]: (storage: StorageClient, bucket: string) => Promise<Facts[Fact]> } = {
  versioning: async (storage, bucket) => {
    const [versioning, unread] = await partOf(readVersioning(storage, bucket))
    return { status: versioning?.status ?? '', unread }
  },
  locking: async (storage, bucket) => {
    const [lock, unread] = await partOf(readLock(storage, bucket))
    return { isEnabled: lock !== undefined, unread }
  },
  encryption: async (storage, bucket) => {
    const [encryption, unread] = await partOf(readEncryption(storage, bucket))
    const kind = encryption?.algorithm === 'AES256' ? 'SSE-S3' : 'SSE-KMS'
    return { kind: encryption === undefined ? '' : kind, unread }
  },
}

export function bucketSummariesRoute({ routes }: Registry): void {
  routes.withSession(summarizeBuckets, async ({ body, storage }) => {
    const buckets: BucketSummary[] = []
    await inParallel(new Set(body.buckets), PARALLEL, async (name) => {
      const bucket = validBucketName(name)
      const facts = new Set(body.facts)
      const read = await Promise.all([...facts].map(async (fact) => [fact, await READERS[fact](storage, bucket)]))
      buckets.push({ name, ...Object.fromEntries(read) })
    })
    return { buckets }
  })
}
