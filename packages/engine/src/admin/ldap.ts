/** What the calls about users and groups of a directory have in common. */
import { type Directory, type DirectoryEntry, DirectoryError, normalizeDn } from '@cooperage/directory'
import { WireError } from '@cooperage/wire'
import { iamError, unclassified } from '../iam/errors.ts'
import type { Iam } from '../iam/iam.ts'
import type { Entity } from '../iam/mappings.ts'
import type { UserDescription } from '../iam/users.ts'

export function ldapNotEnabled(): WireError {
  return new WireError('XMinioLDAPNotEnabled', 501, 'LDAP is not enabled. LDAP must be enabled to make LDAP requests.')
}

/** The call that creates a key for somebody else knows people by user name only. */
export function ldapLoginNameExpected(dn: string): WireError {
  const detail = `Unable to find user DN: User DN not found for: ${dn}`
  const message = `Expected LDAP short username but was given full DN. (${detail})`
  return new WireError('XMinioLDAPExpectedLoginName', 400, message)
}

/** @throws WireError XMinioIAMActionNotAllowed where users and groups are those of a directory */
export function requireBuiltIn(ldap: Directory | undefined): void {
  if (ldap !== undefined) throw iamError('ActionNotAllowed')
}

/** The response of the directory. @throws WireError InternalError with its reason */
export async function withDirectoryErrors<Result>(response: Promise<Result>): Promise<Result> {
  try {
    return await response
  } catch (cause) {
    if (!(cause instanceof DirectoryError)) throw cause
    throw unclassified(cause.message)
  }
}

export type PolicyOperation = 'attach' | 'detach'

/**
 * The user or group under its name in the directory. Policies can also be detached from one that the directory no longer has.
 * @throws WireError
 */
export async function ldapEntity(ldap: Directory, { kind, name }: Entity, operation: PolicyOperation): Promise<Entity> {
  const found = await withDirectoryErrors<DirectoryEntry | undefined>(
    kind === 'user' ? ldap.user(name) : ldap.group(name),
  )
  if (kind === 'group' && normalizeDn(name) === undefined) {
    throw unclassified(`Error looking up DN ${name}: LDAP Result Code 34 "Invalid DN Syntax": invalid DN`)
  }
  const former = operation === 'detach' ? normalizeDn(name) : undefined
  const isFormer = former !== undefined && (kind === 'group' || ldap.isUserDn(former))
  const account = found?.dn ?? (isFormer ? former : undefined)
  if (account === undefined) throw iamError(kind === 'user' ? 'NoSuchUser' : 'NoSuchGroup')
  return { kind, name: account, isExternal: true }
}

/** A user of the directory as lists of users have it: those with policies. @throws WireError XMinioAdminNoSuchUser */
export function describeLdapUser(
  { mappings, serviceAccounts, temporaryCredentials }: Iam,
  dn: string,
): UserDescription {
  const mapping = mappings.of('external', dn)
  if (mapping === undefined) throw iamError('NoSuchUser')
  const key = temporaryCredentials.all().find(({ parent }) => parent === dn) ?? serviceAccounts.ofParent(dn)[0]?.record
  return { enabled: true, policies: mapping.policies, groups: key?.groups ?? [], updatedAt: mapping.updatedAt }
}
