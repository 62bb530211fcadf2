import { type Directory, DirectoryError, type DirectoryUser } from '@cooperage/directory'
import { writeAssumeRole } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import { ldapClaims } from '../../iam/ldap-claims.ts'
import type { StsOperation } from '../actions.ts'
import { stsError } from '../errors.ts'
import { durationOf, sessionPolicyOf } from '../session-parameters.ts'

/**
 * Issues credentials to a user of the directory. Permissions come from the policies that are attached to the user and to the
 * groups that the directory has for it.
 */
export const assumeRoleWithLdapIdentity: StsOperation = async ({ engine, exchange, form }) => {
  const [username, password] = [form.get('LDAPUsername') ?? '', form.get('LDAPPassword') ?? '']
  // Directories accept an empty password as an anonymous sign-in (RFC 4513, section 5.1.2).
  if (username === '' || password === '') {
    throw stsError('MissingParameter', 'LDAPUsername and LDAPPassword cannot be empty')
  }
  const policy = sessionPolicyOf(form)
  const user = await signIn(engine.ldap, username, password)
  const { dn, actualDn, groups } = user
  if (engine.iam.accountPolicies.of(dn, groups).length === 0) {
    throw stsError(
      'InvalidParameterValue',
      `expecting a policy to be set for user \`${actualDn}\` or one of their groups: \`${groups.join('`,`')}\` - rejecting this request`,
    )
  }
  const expiresAt = Date.now() + durationOf(form) * 1000
  const revokeType = form.get('TokenRevokeType') ?? ''
  const granted = await engine.iam.temporaryCredentials.grant({
    parent: dn,
    expiresAt,
    claims: ldapClaims(username, user),
    groups,
    ...(policy === undefined ? {} : { policy }),
    ...(revokeType === '' ? {} : { revokeType }),
  })
  const credentials = { ...granted, expiration: granted.expiresAt }
  return xmlResponse(writeAssumeRole(credentials, exchange.requestId, 'AssumeRoleWithLDAPIdentity'))
}

async function signIn(ldap: Directory | undefined, username: string, password: string): Promise<DirectoryUser> {
  if (ldap === undefined) throw stsError('InvalidParameterValue', 'LDAP server error: LDAP is not configured')
  try {
    return await ldap.signIn(username, password)
  } catch (cause) {
    if (!(cause instanceof DirectoryError)) throw cause
    throw stsError('InvalidParameterValue', `LDAP server error: ${cause.message}`, { cause })
  }
}
