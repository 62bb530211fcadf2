import { hasPermission } from '@cooperage/contract'
import { permissions as buckets } from '../buckets/permissions.ts'
import { permissions as objects } from '../objects/permissions.ts'
import { permissions as policies } from '../policies/permissions.ts'
import { useApiQuery } from '../shared/api/use-api.ts'

/** What pages ask about before they offer it; the ids are those of the specification where it has one. */
export const PERMISSIONS = { ...buckets, ...objects, ...policies }

export type Permission = keyof typeof PERMISSIONS

/** Policies change rarely, and the storage refuses in any case what is not allowed. */
const STALE_MS = 60_000

/**
 * Which of the permissions the account has on a bucket ('' asks about any). Undefined until the server has answered, and
 * when it could not: what needs a permission to be shown is not shown then, what is merely forbidden is left to the storage.
 */
export function useCan<P extends Permission>(bucket: string, ...wanted: P[]): Record<P, boolean | undefined> {
  const actions = wanted.map((id) => ({ id, action: PERMISSIONS[id], bucket_name: bucket }))
  const { data } = useApiQuery(
    hasPermission,
    { body: { actions } },
    { staleTime: STALE_MS, enabled: wanted.length > 0 },
  )
  const known = new Map(data?.permissions.map((permission) => [permission.id, permission.can]))
  const answer: Partial<Record<P, boolean | undefined>> = {}
  for (const id of wanted) answer[id] = known.get(id)
  return answer as Record<P, boolean | undefined>
}
