import { hasPermission } from '@cooperage/contract'
import { useApiQuery } from '../shared/api/use-api.ts'

/** Policies change rarely, and the storage refuses in any case what is not allowed. */
const STALE_MS = 60_000

/**
 * The hook by which the pages of a feature ask what the account may do. `permissions`: the actions by the names that the pages
 * use for them; the names are those of the specification where it has one.
 */
export function createUseCan<Permission extends string>(permissions: Readonly<Record<Permission, string>>) {
  /**
   * Which of the permissions the account has on a bucket ('' asks about any). Undefined until the server has answered, and
   * when it could not: what needs a permission to be shown is not shown then, what is merely forbidden is left to the storage.
   */
  return function useCan<P extends Permission>(bucket: string, ...wanted: P[]): Record<P, boolean | undefined> {
    const actions = wanted.map((id) => ({ id, action: permissions[id], bucket_name: bucket }))
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
}
