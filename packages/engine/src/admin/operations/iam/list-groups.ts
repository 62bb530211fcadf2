import { jsonResponse } from '../../../http/response.ts'
import type { AdminOperation } from '../../call.ts'

/** With a directory, its groups that have policies. */
export const listGroups: AdminOperation = async ({ engine: { iam, ldap } }) => {
  if (ldap === undefined) return jsonResponse(iam.groups.names())
  const mapped = iam.mappings.all('group').map(({ name }) => name)
  return jsonResponse(mapped.filter((name) => ldap.isGroupDn(name)).sort())
}
