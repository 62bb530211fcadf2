import { StoreError } from './store.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/**
 * The refusal of the system (errno as a name) or of LMDB (as a number) as a `StoreError`, so that heads can tell a full
 * disk from a defective one. Mistakes of ours (Node's `ERR_` codes) and everything else pass unchanged.
 */
export function ioError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError || !('code' in error)) return error
  if (typeof error.code === 'string' && error.code.startsWith('ERR_')) return error
  if (typeof error.code === 'string' && FULL.has(error.code)) {
    return new StoreError('StorageFull', 'The disk that holds the data folder is full.', { cause: error })
  }
  return new StoreError('StorageFailed', `The data folder cannot be used: ${error.message}`, { cause: error })
}

/** Runs file system calls and throws what they throw as `ioError` puts it. */
export async function guardIo<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw ioError(error)
  }
}
