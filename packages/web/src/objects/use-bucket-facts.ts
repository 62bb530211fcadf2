import { getObjectLocking, getVersioning, type RouteResponse } from '@cooperage/contract'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useCan } from './index.ts'

const STALE_MS = 60_000

/** The versioning of a bucket; undefined until it is known, and without permission to read it. */
export function useVersioning(bucket: string): RouteResponse<typeof getVersioning> | undefined {
  const { readVersioning } = useCan(bucket, 'readVersioning')
  return useApiQuery(getVersioning, { params: { bucket } }, { staleTime: STALE_MS, enabled: readVersioning === true })
    .data
}

/** Whether a bucket has object locking; undefined until it is known, and without permission to read it. */
export function useObjectLocking(bucket: string, isWanted: boolean): boolean | undefined {
  const { readLocking } = useCan(bucket, ...(isWanted ? (['readLocking'] as const) : []))
  const isEnabled = isWanted && readLocking === true
  return useApiQuery(getObjectLocking, { params: { bucket } }, { staleTime: STALE_MS, enabled: isEnabled }).data
    ?.object_locking_enabled
}
