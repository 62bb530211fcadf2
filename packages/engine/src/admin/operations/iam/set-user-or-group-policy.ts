import type { Entity } from '../../../iam/mappings.ts'
import { splitNames } from '../../../iam/names.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { ldapEntity } from '../../ldap.ts'

/** The call of servers before 2023, which replaces all policies of a user or group. */
export const setUserOrGroupPolicy: AdminOperation = async ({ engine: { iam, ldap }, query }) => {
  const [isGroup, name = ''] = [query.get('isGroup'), query.get('userOrGroup') ?? '']
  // In MinIO the value is part of the route.
  if (isGroup !== 'true' && isGroup !== 'false') throw adminError('XMinioAdminVersionMismatch')
  const policies = splitNames(query.get('policyName') ?? '')
  const entity: Entity = { kind: isGroup === 'true' ? 'group' : 'user', name }
  await iam.mappings.replace(ldap === undefined ? entity : await ldapEntity(ldap, entity, 'attach'), policies)
  return { status: 200 }
}
