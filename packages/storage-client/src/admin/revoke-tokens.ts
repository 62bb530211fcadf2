import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'
import { sealedBody } from './sealed-payload.ts'

/**
 * Revokes all temporary keys of the account that have the same TokenRevokeType as the keys that sign this request, including
 * those. Needs no permission, but can be denied. Servers before April 2025 don't support the call.
 * @throws StorageError `XMinioAdminVersionMismatch` from an older server, `InvalidArgument` for keys without a revoke type
 */
export async function revokeOwnTokens(client: StorageClient): Promise<void> {
  const path = '/minio/admin/v3/revoke-tokens/builtin'
  await sendForNothing(client, { method: 'POST', path, ...(await sealedBody(client, '{}')) })
}
