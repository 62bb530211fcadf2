import {
  type AssumeRoleRequest,
  parseAssumeRole,
  type TemporaryCredentials,
  writeAssumeRoleForm,
} from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

/**
 * Exchanges long-term keys for temporary ones. The server refuses keys that are temporary themselves or belong to a service
 * account, and names every refusal `AccessDenied`, a wrong secret too.
 * @throws StorageError `AccessDenied`, `InvalidParameterValue` (a duration beyond what the server gives)
 */
export async function assumeRole(client: StorageClient, request: AssumeRoleRequest): Promise<TemporaryCredentials> {
  const text = await sendForText(client, {
    method: 'POST',
    path: '/',
    service: 'sts',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: writeAssumeRoleForm(request),
  })
  return parsed(() => parseAssumeRole(text))
}
