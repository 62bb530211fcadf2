/** The LDAP calls, which respond like a server without LDAP. */
import { WireError } from '@cooperage/wire'
import { iamError, unclassified } from '../../../iam/errors.ts'
import type { AdminOperation } from '../../call.ts'

export const ldapPolicyEntities: AdminOperation = async () => {
  throw iamError('ActionNotAllowed')
}

export const ldapNotEnabled: AdminOperation = async () => {
  throw new WireError('XMinioLDAPNotEnabled', 501, 'LDAP is not enabled. LDAP must be enabled to make LDAP requests.')
}

export const ldapAccessKeys: AdminOperation = async () => {
  throw unclassified('LDAP is not configured')
}
