import { AppError, deleteObject as deleteObjectRoute, deleteObjects as deleteObjectsRoute } from '@cooperage/contract'
import {
  deleteObject,
  deleteObjects,
  listObjects,
  MAX_DELETE_OBJECTS,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { usableBucketName } from '../buckets/index.ts'
import type { RouteRegistry } from '../shared/register-route.ts'
import { about, toAppError } from '../shared/storage-refusals.ts'

/** What could not be deleted, and the sentence for it. */
interface Failure {
  path: string
  error: AppError
}

interface Outcome {
  deleted: number
  failed: Failure[]
}

interface ToDelete {
  key: string
  versionId?: string
}

export function deleteRoutes(routes: RouteRegistry): void {
  routes.withSession(
    deleteObjectRoute,
    async ({ params, query, storage }) => {
      const bucket = usableBucketName(params.bucket)
      const { path, recursive } = query
      if (!recursive) return await about(subjectOf(bucket, path), deleteObject(storage, bucket, path))
      const { failed } = await deleteFolder(storage, bucket, path)
      if (failed[0] !== undefined) throw failed[0].error
    },
    { isLong: true },
  )

  routes.withSession(
    deleteObjectsRoute,
    async ({ params, body, storage }) => {
      const bucket = usableBucketName(params.bucket)
      const objects = body
        .filter(({ recursive }) => !recursive)
        .map(({ path, versionID }) => ({ key: path, ...(versionID && { versionId: versionID }) }))
      const outcomes = [await deleteAll(storage, bucket, objects)]
      for (const { path, recursive } of body) {
        if (recursive) outcomes.push(await folderOutcome(storage, bucket, path))
      }
      return {
        deleted: outcomes.reduce((sum, { deleted }) => sum + deleted, 0),
        failed: outcomes.flatMap(({ failed }) => failed.map(({ path, error }) => ({ path, message: error.message }))),
        alsoFailed: 0,
      }
    },
    { isLong: true },
  )
}

/** Everything below a folder; the path counts as a folder with or without its final slash, so that `a` never takes `ab` along. */
async function deleteFolder(storage: StorageClient, bucket: string, path: string): Promise<Outcome> {
  const prefix = path.endsWith('/') ? path : `${path}/`
  const outcome: Outcome = { deleted: 0, failed: [] }
  const pages = listObjects(storage, bucket, { prefix })
  for (;;) {
    const page = await about({ action: 's3:ListBucket', bucket }, pages.next())
    if (page.done) return outcome
    const { deleted, failed } = await deleteAll(storage, bucket, page.value.objects)
    outcome.deleted += deleted
    outcome.failed.push(...failed)
  }
}

/** A folder that cannot even be listed is a failure like others: the rest is deleted all the same. */
async function folderOutcome(storage: StorageClient, bucket: string, path: string): Promise<Outcome> {
  try {
    return await deleteFolder(storage, bucket, path)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
    return { deleted: 0, failed: [{ path, error }] }
  }
}

async function deleteAll(storage: StorageClient, bucket: string, objects: readonly ToDelete[]): Promise<Outcome> {
  const outcome: Outcome = { deleted: 0, failed: [] }
  for (let at = 0; at < objects.length; at += MAX_DELETE_OBJECTS) {
    const batch = objects.slice(at, at + MAX_DELETE_OBJECTS)
    const failures = await about(subjectOf(bucket), deleteObjects(storage, bucket, batch))
    outcome.deleted += batch.length - failures.length
    for (const { key, code, message } of failures) {
      const refusal = new StorageError('refused', message, { code })
      outcome.failed.push({ path: key, error: toAppError(refusal, subjectOf(bucket, key)) })
    }
  }
  return outcome
}

function subjectOf(bucket: string, key?: string) {
  return { action: 's3:DeleteObject', bucket, ...(key !== undefined && { key }) }
}
