import { iamError } from '../../../iam/errors.ts'
import { isLdapClaims } from '../../../iam/ldap-claims.ts'
import type { Claims } from '../../../iam/records.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { describeKey, mayDescribe } from './key-description.ts'

/** Describes a service account or temporary credentials: the named key, or the caller's. */
export const infoAccessKey: AdminOperation = async ({ engine, caller, query, allows, encryptedResponse }) => {
  const { iam } = engine
  const accessKey = query.get('accessKey') || caller.accessKey
  const found = iam.serviceAccounts.get(accessKey) ?? iam.temporaryCredentials.find(accessKey)
  if (!mayDescribe({ caller, allows }, accessKey, found)) throw s3Error('AccessDenied')
  if (found === undefined) {
    const isAccount = accessKey === engine.root.accessKey || iam.users.get(accessKey) !== undefined
    const message = isAccount
      ? 'The specified access key does not exist. (Specified access key does not exist)'
      : undefined
    throw iamError('NoSuchAccessKey', message)
  }
  return encryptedResponse({
    AccessKey: accessKey,
    ...describeKey(engine, found),
    userType: 'enabled' in found ? 'Service Account' : 'STS',
    userProvider: providerOf(found.claims),
    ldapSpecificInfo: { username: String(found.claims?.ldapUser ?? '') },
    openIDSpecificInfo: { configName: '', userID: '', userIDClaim: '' },
  })
}

function providerOf(claims: Claims | undefined): string {
  if (claims === undefined) return 'builtin'
  return isLdapClaims(claims) ? 'ldap' : 'openid'
}
