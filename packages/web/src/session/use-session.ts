import { getSession, type Session } from '@cooperage/contract'
import { useApiQuery } from '../shared/api/use-api.ts'

/** The session that the layout has loaded; undefined only before that. */
export function useSession(): Session | undefined {
  return useApiQuery(getSession, {}, { staleTime: Number.POSITIVE_INFINITY }).data
}
