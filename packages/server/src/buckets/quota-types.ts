import type { QuotaType } from '@cooperage/contract'
import { type StorageClient, StorageError, serverInfo } from '@cooperage/storage-client'

/** The MinIO release that removed `fifo`. */
const FIFO_ENDED = '2022-01-31'

/** The quota types of the storage server. If its version is unknown, only those that every version has. */
export async function quotaTypes(storage: StorageClient): Promise<QuotaType[]> {
  try {
    const { servers } = await serverInfo(storage)
    return servers.length > 0 && servers.every(({ version }) => knowsFifo(version)) ? ['hard', 'fifo'] : ['hard']
  } catch (error) {
    if (error instanceof StorageError && error.kind === 'refused') return ['hard']
    throw error
  }
}

/** A version is the time of a release: `2021-12-29T06:49:06Z`; anything else is a current development build. */
function knowsFifo(version: string): boolean {
  const day = /(\d{4}-\d\d-\d\d)T/.exec(version)?.[1]
  return day !== undefined && day < FIFO_ENDED
}
