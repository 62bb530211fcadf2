import { listObjects } from '@cooperage/contract'
import { folderPath, objectPath } from '../../navigation/paths/objects.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import type { TypedPath } from './typed-path.ts'

/**
 * Where a typed path leads: what ends in a slash is a folder, anything else an object or, where none has the name, a folder.
 * Undefined where there is neither. Whoever may not list goes to the object itself, which says what they may do.
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
