import { StoreError } from './store.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Converts an error of the system (errno as a name) or of LMDB (errno as a number) to a `StoreError`, which distinguishes
 * a full disk from a defective one. Programming errors (Node's `ERR_` codes) and all other errors pass unchanged.
 */
export function ioError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError || !('code' in error)) return error
  if (typeof error.code === 'string' && error.code.startsWith('ERR_')) return error
  if (typeof error.code === 'string' && FULL.has(error.code)) {
    return new StoreError('StorageFull', 'The disk that holds the data folder is full.', { cause: error })
  }
  return new StoreError('StorageFailed', `The data folder can't be used: ${error.message}`, { cause: error })
}

/** Runs file system calls and converts their errors with `ioError`. */
export async function guardIo<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw ioError(error)
  }
}
