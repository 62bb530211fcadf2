import {
  type LdapIdentityRequest,
  parseAssumeRole,
  type TemporaryCredentials,
  writeLdapIdentityForm,
} from '@cooperage/wire'
import type { UnsignedClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'
import { StorageError } from '../storage-error.ts'

const ACTION = 'AssumeRoleWithLDAPIdentity'

/** Matches no user: servers look it up in their directory. */
const NO_USER = { username: 'cooperage-asks-for-ldap', password: 'none' }

/**
 * Exchanges a user name and password of the server's LDAP directory for temporary keys.
 * @throws StorageError `InvalidParameterValue` for everything that the directory doesn't accept, with the reason as its message
 */
export async function assumeRoleWithLdapIdentity(
  client: UnsignedClient,
  request: LdapIdentityRequest,
): Promise<TemporaryCredentials> {
  const text = await sendForText(client, {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: writeLdapIdentityForm(request),
  })
  return parsed(() => parseAssumeRole(text, ACTION))
}

/**
 * Whether users of a directory can sign in to the server, which only a sign-in attempt reveals.
 * @throws StorageError if the server doesn't respond
 */
export async function offersLdap(client: UnsignedClient): Promise<boolean> {
  try {
    await assumeRoleWithLdapIdentity(client, NO_USER)
    return true
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
    return error.message.startsWith('LDAP server error: ') && !/not configured/i.test(error.message)
  }
}
