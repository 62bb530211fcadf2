import { countUsage, type RouteResponse } from '@cooperage/contract'
import { listObjectsPage, listObjectVersionsPage, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { PART_MS } from '../shared/parts.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

type Usage = RouteResponse<typeof countUsage>
type Next = NonNullable<Usage['next']>

const BEGINNING: Next = { after: '', after_version: '' }

/** One page of a listing: how many objects and bytes it has, and where the next one begins. */
type CountPage = (
  storage: StorageClient,
  bucket: string,
  from: Next,
) => Promise<{ objects: number; size: number; next: Next | undefined }>

export function usageRoute({ routes }: Registry): void {
  routes.withSession(
    countUsage,
    async ({ params, query, storage }) => {
      const bucket = validBucketName(params.bucket)
      const { counts, after, after_version } = query
      const counting = count(storage, bucket, counts, { after, after_version })
      return await withStorageErrors({ action: 's3:ListBucket', bucket }, counting)
    },
    { isLong: true },
  )
}

async function count(storage: StorageClient, bucket: string, counts: Usage['counts'], from: Next): Promise<Usage> {
  const countPage = counts === 'versions' ? countVersions : countObjects
  const end = performance.now() + PART_MS
  let objects = 0
  let size = 0
  let next: Next | undefined = from
  try {
    do {
      const page: Awaited<ReturnType<CountPage>> = await countPage(storage, bucket, next)
      objects += page.objects
      size += page.size
      next = page.next
    } while (next !== undefined && performance.now() < end)
  } catch (error) {
    const isFirst = from.after === '' && next === from
    if (counts === 'versions' && isFirst && listsNoVersions(error)) return count(storage, bucket, 'objects', BEGINNING)
    throw error
  }
  return { objects, size, counts, ...(next && { next }) }
}

const countVersions: CountPage = async (storage, bucket, from) => {
  const { versions, isTruncated, nextKeyMarker, nextVersionIdMarker } = await listObjectVersionsPage(storage, bucket, {
    keyMarker: from.after,
    versionIdMarker: from.after_version,
  })
  let objects = 0
  let size = 0
  for (const version of versions) {
    if (version.isDeleteMarker) continue
    size += version.size
    if (version.isLatest) objects += 1
  }
  const isMore = isTruncated && nextKeyMarker !== undefined
  return {
    objects,
    size,
    next: isMore ? { after: nextKeyMarker, after_version: nextVersionIdMarker ?? '' } : undefined,
  }
}

const countObjects: CountPage = async (storage, bucket, { after }) => {
  const options = { prefix: '', ...(after !== '' && { continuationToken: after }) }
  const { objects, isTruncated, nextContinuationToken } = await listObjectsPage(storage, bucket, options)
  const size = objects.reduce((sum, object) => sum + object.size, 0)
  const isMore = isTruncated && nextContinuationToken !== undefined
  return { objects: objects.length, size, next: isMore ? { ...BEGINNING, after: nextContinuationToken } : undefined }
}

function listsNoVersions(error: unknown): boolean {
  return error instanceof StorageError && ['AccessDenied', 'MethodNotAllowed', 'NotImplemented'].includes(error.code)
}
