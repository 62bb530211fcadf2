import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'
import { StorageError } from '../storage-error.ts'

/**
 * Whether the server takes its users from LDAP instead of having its own. Needs one of admin:ListUserPolicies, admin:ListUsers,
 * admin:ListGroups; without them, and on servers that don't know the call, it isn't known to.
 */
export async function takesUsersFromLdap(client: StorageClient): Promise<boolean> {
  try {
    // Any policy will do: without LDAP the server refuses the call.
    const query = { policy: 'readonly' }
    await sendForNothing(client, { method: 'GET', path: '/minio/admin/v3/idp/ldap/policy-entities', query })
    return true
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return false
  }
}
