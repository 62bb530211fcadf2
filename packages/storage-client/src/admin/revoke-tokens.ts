import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'
import { sealedBody } from './sealed-payload.ts'

/**
 * Ends all temporary keys of the account that carry the same TokenRevokeType as the keys that sign this request, these
 * included. Needs no permission beyond not being denied it. Servers before April 2025 do not know the call.
 * @throws StorageError `XMinioAdminVersionMismatch` from an older server, `InvalidArgument` for keys without a revoke type
 */
export async function revokeOwnTokens(client: StorageClient): Promise<void> {
  const path = '/minio/admin/v3/revoke-tokens/builtin'
  await sendForNothing(client, { method: 'POST', path, ...(await sealedBody(client, '{}')) })
}
