import { getReplicationOffer } from '@cooperage/contract'
import { useApiQuery } from '../shared/api/use-api.ts'

/** Whether the storage server supports replication; undefined until it is known, and if it couldn't be determined. */
export function useReplicationOffer(isWanted = true): boolean | undefined {
  const settings = { enabled: isWanted, staleTime: Number.POSITIVE_INFINITY }
  return useApiQuery(getReplicationOffer, {}, settings).data?.offered
}
