import {
  type CustomTokenRequest,
  parseAssumeRole,
  type TemporaryCredentials,
  writeCustomTokenQuery,
} from '@cooperage/wire'
import type { UnsignedClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

/**
 * Exchanges a token that the identity plugin of the server accepts for temporary keys.
 * @throws StorageError if the plugin rejects the token, or the server has none
 */
export async function assumeRoleWithCustomToken(
  client: UnsignedClient,
  request: CustomTokenRequest,
): Promise<TemporaryCredentials> {
  const text = await sendForText(client, { method: 'POST', path: '/', query: writeCustomTokenQuery(request) })
  return parsed(() => parseAssumeRole(text, 'AssumeRoleWithCustomToken'))
}
