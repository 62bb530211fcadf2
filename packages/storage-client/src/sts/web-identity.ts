import {
  parseAssumeRole,
  type TemporaryCredentials,
  type WebIdentityRequest,
  writeWebIdentityForm,
} from '@cooperage/wire'
import type { UnsignedClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

const ACTION = 'AssumeRoleWithWebIdentity'

/**
 * Exchanges an ID token for temporary keys. Without `durationSeconds` they expire with the token.
 * @throws StorageError `InvalidParameterValue` (the server doesn't trust the token, its claim names no policy, or the duration
 *   is above the server's limit), `AccessDenied` (a policy denies the sign-in)
 */
export async function assumeRoleWithWebIdentity(
  client: UnsignedClient,
  request: WebIdentityRequest,
): Promise<TemporaryCredentials> {
  const text = await sendForText(client, {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: writeWebIdentityForm(request),
  })
  return parsed(() => parseAssumeRole(text, ACTION))
}
