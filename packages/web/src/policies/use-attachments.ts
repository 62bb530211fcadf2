import { listPolicyGroups, listPolicyUsers } from '@cooperage/contract'
import { useApiQuery } from '../shared/api/use-api.ts'

/** The users and groups that a policy is attached to directly. */
export function useAttachments(name: string) {
  const users = useApiQuery(listPolicyUsers, { params: { name } })
  const groups = useApiQuery(listPolicyGroups, { params: { name } })
  return { users, groups }
}
