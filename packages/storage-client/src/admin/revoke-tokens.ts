import { encryptAdminPayload } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'

/**
 * Ends all temporary keys of the account that carry the same TokenRevokeType as the keys that sign this request, these
 * included. Needs no permission beyond not being denied it. Servers before April 2025 do not know the call.
 * @throws StorageError `XMinioAdminVersionMismatch` from an older server, `InvalidArgument` for keys without a revoke type
 */
export async function revokeOwnTokens(client: StorageClient): Promise<void> {
  // PBKDF2 (2) spares both sides the 64 MiB of Argon2id; every server reads it.
  const body = await encryptAdminPayload(client.credentials.secretKey, Buffer.from('{}'), { algorithm: 2 })
  await sendForNothing(client, {
    method: 'POST',
    path: '/minio/admin/v3/revoke-tokens/builtin',
    headers: { 'content-type': 'application/octet-stream' },
    body,
  })
}
