import { listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { StorageError } from '../storage-error.ts'
import { sealedBody, sendForSealed } from './sealed-payload.ts'
import { sendAdminForNothing } from './send-admin.ts'

/**
 * Whether the server takes its users from LDAP instead of having its own. Needs one of admin:ListUserPolicies, admin:ListUsers,
 * admin:ListGroups; without them, and on servers that don't support the call, it is unknown.
 */
export async function takesUsersFromLdap(client: StorageClient): Promise<boolean> {
  // RustFS has no LDAP, but responds to these calls as if they were about its own users.
  if ((await client.endpoint.profile()).kind === 'rustfs') return false
  try {
    // Any policy will do: without LDAP the server refuses the call.
    const query = { policy: 'readonly' }
    await sendAdminForNothing(client, { method: 'GET', path: '/minio/admin/v3/idp/ldap/policy-entities', query })
    return true
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return false
  }
}

const POLICIES = '/minio/admin/v3/idp/ldap/policy'

/**
 * The users and groups of the directory that have policies, by policy.
 * @throws StorageError `XMinioIAMActionNotAllowed` on a server without LDAP
 */
export async function listLdapPolicies(
  client: StorageClient,
): Promise<{ policy: string; users: string[]; groups: string[] }[]> {
  const response = await sendForSealed(client, { method: 'GET', path: `${POLICIES}-entities` })
  return listField(response, 'policyMappings').map((entry) => {
    const mapping = objectField(entry)
    return {
      policy: textField(mapping, 'policy'),
      users: listField(mapping, 'users').map(String),
      groups: listField(mapping, 'groups').map(String),
    }
  })
}

/**
 * Attaches policies to a user or group of the directory, or detaches them, and returns those that changed.
 * @throws StorageError `XMinioAdminNoSuchUser`, `XMinioAdminNoSuchGroup`, `XMinioAdminNoSuchPolicy`,
 *   `XMinioAdminPolicyChangeAlreadyApplied`
 */
export async function changeLdapPolicies(
  client: StorageClient,
  operation: 'attach' | 'detach',
  { kind, name }: { kind: 'user' | 'group'; name: string },
  policies: readonly string[],
): Promise<string[]> {
  const body = await sealedBody(client, JSON.stringify({ policies, [kind]: name }))
  const response = await sendForSealed(client, { method: 'POST', path: `${POLICIES}/${operation}`, ...body })
  return listField(response, operation === 'attach' ? 'policiesAttached' : 'policiesDetached').map(String)
}
