import { listServers, SERVERS_FEATURE, type ServerLabel } from '@cooperage/contract'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'

const NONE: readonly ServerLabel[] = []

/** The servers at this address, this one included; none if there is only one. */
export function useServers(): readonly ServerLabel[] {
  const enabled = useSession()?.features.includes(SERVERS_FEATURE) === true
  const { data } = useApiQuery(listServers, {}, { staleTime: Number.POSITIVE_INFINITY, enabled })
  return data?.servers ?? NONE
}
