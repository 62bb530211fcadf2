/** Sign-in through an identity provider: a server that trusts one, and the keys that it issues for a token. */
import { createHash } from 'node:crypto'
import { encryptAdminPayload, parseAssumeRole, type TemporaryCredentials } from '@cooperage/wire'
import type { IdentityProvider } from './identity-provider.ts'
import { send } from './send.ts'
import type { StorageServer } from './storage-server.ts'
import { waitUntil } from './wait-until.ts'

type Server = Pick<StorageServer, 'url' | 'root'>

/**
 * Makes a server trust a provider, whose tokens name policies in the claim `policy`; restarts the server to apply it.
 * @param rolePolicy everyone gets this policy instead, in the role {@link roleArnOf}
 */
export async function trustProvider(
  { url, root }: Server,
  provider: Pick<IdentityProvider, 'configUrl' | 'clientId' | 'clientSecret'>,
  rolePolicy?: string,
): Promise<void> {
  const { configUrl, clientId, clientSecret } = provider
  const admin = async (method: string, call: string, query: Record<string, string>, text?: string) => {
    const body = text && (await encryptAdminPayload(root.secretKey, Buffer.from(text), { algorithm: 2 }))
    const path = `/minio/admin/v3/${call}`
    return await send({ url, method, path, query, region: '', credentials: root, ...(body && { body }) })
  }
  const role = rolePolicy === undefined ? '' : ` role_policy=${rolePolicy}`
  const setting = `identity_openid config_url=${configUrl} client_id=${clientId} client_secret=${clientSecret}${role}`
  const response = await admin('PUT', 'set-config-kv', {}, setting)
  if (response.status !== 200) throw new Error(`the provider was rejected: ${response.text}`)
  await admin('POST', 'service', { action: 'restart' })
  // Before the restart it has no provider, and while it starts it doesn't respond.
  await waitUntil('the server trusts the provider', async () => {
    const { status, text } = await postForm(url, identityForm('not a token', rolePolicy && roleArnOf(provider)))
    return status === 400 && !/does not exist|is not defined/.test(text)
  })
}

/** The role of a provider with a role policy: servers name it after the client alone. */
export function roleArnOf({ clientId }: Pick<IdentityProvider, 'clientId'>): string {
  return `arn:minio:iam:::role/${createHash('sha1').update(clientId).digest('base64url')}`
}

/** The temporary keys that a server issues for a token. */
export async function webIdentityKeys({ url }: Server, token: string): Promise<TemporaryCredentials> {
  const response = await postForm(url, identityForm(token))
  if (response.status !== 200) throw new Error(`the token was rejected: ${response.text}`)
  return parseAssumeRole(response.bytes, 'AssumeRoleWithWebIdentity')
}

function identityForm(token: string, roleArn?: string): string {
  const role = roleArn === undefined ? {} : { RoleArn: roleArn }
  const fields = { Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15', WebIdentityToken: token, ...role }
  return new URLSearchParams(fields).toString()
}

function postForm(url: string, body: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return send({ url, method: 'POST', service: 'sts', headers, body })
}
