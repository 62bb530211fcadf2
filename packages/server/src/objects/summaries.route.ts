import { COUNTED_OBJECT_VERSIONS, type ObjectFact, type ObjectSummary, summarizeObjects } from '@cooperage/contract'
import { getObjectTags, headObject, listObjectVersionsPage, type StorageClient } from '@cooperage/storage-client'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { withObjectErrors } from '../shared/object-errors.ts'
import { partOf } from '../shared/part-of.ts'
import { headDetails } from './object-headers.ts'

/** Objects that are read concurrently. */
const PARALLEL = 8

type Facts = { [Fact in ObjectFact]: NonNullable<ObjectSummary[Fact]> }

const READERS: {
  [Fact in keyof Facts]: (storage: StorageClient, bucket: string, key: string) => Promise<Facts[Fact]>
} = {
  storageClass: async (storage, bucket, key) => {
    const reading = withObjectErrors({ action: 's3:GetObject', bucket, key }, headObject(storage, bucket, key))
    const [head, unread] = await partOf(reading)
    return { value: head === undefined ? '' : headDetails(key, head).storage_class, unread }
  },
  tags: async (storage, bucket, key) => {
    const subject = { action: 's3:GetObjectTagging', bucket, key, feature: 'tags of objects' } as const
    const [values, unread] = await partOf(withObjectErrors(subject, getObjectTags(storage, bucket, key)))
    return { values: values ?? {}, unread }
  },
  versions: async (storage, bucket, key) => {
    const [counted, unread] = await partOf(countVersions(storage, bucket, key))
    return { ...(counted ?? { count: 0, isComplete: false }), unread }
  },
}

export function objectSummariesRoute({ routes }: Registry): void {
  routes.withSession(summarizeObjects, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    const objects: ObjectSummary[] = []
    await inParallel(new Set(body.names), PARALLEL, async (name) => {
      const facts = new Set(body.facts)
      const read = await Promise.all([...facts].map(async (fact) => [fact, await READERS[fact](storage, bucket, name)]))
      objects.push({ name, ...Object.fromEntries(read) })
    })
    return { objects }
  })
}

/** One page: in byte order the key itself comes before all keys that merely start with it. */
async function countVersions(storage: StorageClient, bucket: string, key: string) {
  const subject = { action: 's3:ListBucketVersions', bucket, key, feature: 'versions of objects' } as const
  const query = { prefix: key, maxKeys: COUNTED_OBJECT_VERSIONS }
  const page = await withObjectErrors(subject, listObjectVersionsPage(storage, bucket, query))
  const own = page.versions.filter((version) => version.key === key)
  return {
    count: own.filter(({ isDeleteMarker }) => !isDeleteMarker).length,
    isComplete: !page.isTruncated || own.length < page.versions.length,
  }
}
