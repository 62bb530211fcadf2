import {
  type AssumeRoleRequest,
  parseAssumeRole,
  type RoleRequest,
  type TemporaryCredentials,
  writeAssumeRoleForm,
} from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

/**
 * Exchanges long-term keys for temporary ones. The server rejects temporary keys and those of service accounts, always with
 * `AccessDenied`, even for a wrong secret key.
 * @throws StorageError `AccessDenied`, `InvalidParameterValue` (a duration above the server's limit)
 */
export async function assumeRole(
  client: StorageClient,
  request: AssumeRoleRequest | RoleRequest,
): Promise<TemporaryCredentials> {
  const text = await sendForText(client, {
    method: 'POST',
    path: '/',
    service: 'sts',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: writeAssumeRoleForm(request),
  })
  return parsed(() => parseAssumeRole(text))
}
