import { StorageError } from '../storage-error.ts'

/** For optional settings of a bucket: undefined if the server responds with the error code for a missing one. */
export async function undefinedIfMissing<T>(code: string, call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof StorageError && error.code === code) return undefined
    throw error
  }
}
