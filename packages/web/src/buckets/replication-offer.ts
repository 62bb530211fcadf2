import { getReplicationOffer } from '@cooperage/contract'
import { useApiQuery } from '../shared/api/use-api.ts'

/** Whether the storage server replicates at all; undefined until it is known, and where it could not be asked. */
export function useReplicationOffer(isWanted = true): boolean | undefined {
  const settings = { enabled: isWanted, staleTime: Number.POSITIVE_INFINITY }
  return useApiQuery(getReplicationOffer, {}, settings).data?.offered
}
