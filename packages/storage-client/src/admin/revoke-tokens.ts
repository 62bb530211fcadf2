import type { StorageClient } from '../client.ts'
import { sealedBody } from './sealed-payload.ts'
import { sendAdminForNothing } from './send-admin.ts'
import type { AccountSource } from './temporary-keys.ts'

const REVOKE = '/minio/admin/v3/revoke-tokens'
// The provider in the path doesn't matter for the caller's own keys.
const PATH = `${REVOKE}/builtin`

/**
 * Revokes all temporary keys of the account that have the same TokenRevokeType as the keys that sign this request, including
 * those. Needs no permission, but can be denied. Servers before April 2025 don't support the call.
 * @throws StorageError `XMinioAdminVersionMismatch` from an older server, `InvalidArgument` for keys without a revoke type
 */
export async function revokeOwnTokens(client: StorageClient): Promise<void> {
  await sendAdminForNothing(client, { method: 'POST', path: PATH, ...(await sealedBody(client, '{}')) })
}

/**
 * Revokes all temporary keys of the account, including those that sign this request. Needs no permission. Servers before April
 * 2025 don't support the call.
 * @throws StorageError `XMinioAdminVersionMismatch` from an older server
 */
export async function revokeAllTokens(client: StorageClient): Promise<void> {
  const query = { fullRevoke: 'true' }
  await sendAdminForNothing(client, { method: 'POST', path: PATH, query, ...(await sealedBody(client, '{}')) })
}

/**
 * Revokes all temporary keys of an account under its name on the server. Needs admin:RemoveServiceAccount for another user. Servers before
 * April 2025 don't support the call.
 * @throws StorageError `XMinioAdminVersionMismatch` from an older server
 */
export async function revokeTokensOf(client: StorageClient, user: string, source: AccountSource): Promise<void> {
  // Accounts of OpenID are found under their names like built-in ones; for the provider `openid`, servers refuse names.
  const path = `${REVOKE}/${source === 'ldap' ? 'ldap' : 'builtin'}`
  const query = { user, fullRevoke: 'true' }
  await sendAdminForNothing(client, { method: 'POST', path, query, ...(await sealedBody(client, '{}')) })
}
