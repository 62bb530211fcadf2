import { StorageError } from '../storage-error.ts'

/** For settings that a bucket need not have: undefined where the server refuses with the code that says so. */
export async function undefinedIfMissing<T>(code: string, call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof StorageError && error.code === code) return undefined
    throw error
  }
}
