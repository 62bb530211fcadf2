import { listObjects } from '@cooperage/contract'
import { folderPath, objectPath } from '../../navigation/paths/objects.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import type { TypedPath } from './typed-path.ts'

/**
 * The page of a typed path: with a final slash a folder, otherwise an object or, if there is none, the folder of that name.
 * Undefined if neither exists. Without permission to list, the object's page opens and explains what is missing.
 */
export async function findPlace({ bucket, key = '' }: TypedPath): Promise<string | undefined> {
  if (key === '' || key.endsWith('/')) return folderPath(bucket, key)
  try {
    if ((await firstKey(bucket, key)) === key) return objectPath(bucket, key)
    return (await isFolder(bucket, `${key}/`)) ? folderPath(bucket, `${key}/`) : undefined
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return objectPath(bucket, key)
    throw error
  }
}

/** Whether any object is in the folder; `prefix` ends with a slash. */
export async function isFolder(bucket: string, prefix: string): Promise<boolean> {
  return (await firstKey(bucket, prefix)) !== undefined
}

async function firstKey(bucket: string, prefix: string): Promise<string | undefined> {
  const { objects } = await call(listObjects, { params: { bucket }, query: { prefix, limit: 1 } })
  return objects[0]?.name
}
