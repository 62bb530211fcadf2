import type { ServerResponse } from 'node:http'
import { encryptAdminPayload } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { clientOf, type ReceivedRequest } from '../../test/scripted-server.ts'
import { StorageEndpoint } from '../endpoint.ts'
import {
  addTier,
  getCannedPolicy,
  getIdentityProvider,
  getUser,
  listConfigHistory,
  listIdentityProviders,
  listTiers,
  putCannedPolicy,
  removeCannedPolicy,
  removeServiceAccount,
  type StorageClient,
  setTierCredentials,
  tierStatistics,
} from '../index.ts'

/** A client of a server that responds as the released source of RustFS 1.0.1 does. */
async function rustfs(
  respond: (request: ReceivedRequest, response: ServerResponse) => void,
): Promise<{ client: StorageClient; requests: ReceivedRequest[] }> {
  const { client, requests } = await clientOf(respond)
  const endpoint = new StorageEndpoint({ url: client.endpoint.url, profile: { kind: 'rustfs', product: 'RustFS' } })
  return { client: { ...client, endpoint }, requests }
}

const refusing = (status: number, code: string, message: string) =>
  rustfs((_, response) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`),
  )

test.each<[string, string, number, string, string, (client: StorageClient) => Promise<unknown>]>([
  ['a user', 'XMinioAdminNoSuchUser', 404, 'NoSuchResource', "user 'a' does not exist", (c) => getUser(c, 'a')],
  [
    'a policy',
    'XMinioAdminNoSuchPolicy',
    404,
    'NoSuchResource',
    'policy does not exist',
    (c) => getCannedPolicy(c, 'a'),
  ],
  ['a policy in use', 'XMinioIAMPolicyInUse', 500, 'InternalError', 'policy in use', (c) => removeCannedPolicy(c, 'a')],
  [
    'a policy document',
    'XMinioMalformedIAMPolicy',
    400,
    'InvalidRequest',
    'unknown field `Actions`, expected one of …',
    (c) => putCannedPolicy(c, 'a', '{}'),
  ],
  [
    'an access key',
    'XMinioInvalidIAMCredentials',
    400,
    'InvalidRequest',
    'service account not exist',
    (c) => removeServiceAccount(c, 'a'),
  ],
  // A user can have any name.
  [
    'a user with such a name',
    'XMinioAdminNoSuchUser',
    404,
    'NoSuchResource',
    "user 'a: policy in use' does not exist",
    (c) => getUser(c, 'a: policy in use'),
  ],
  ['a call', 'XMinioAdminVersionMismatch', 501, 'NotImplemented', '', (c) => getUser(c, 'a')],
  ['anything else', 'InternalError', 500, 'InternalError', 'iam is not initialized', (c) => getUser(c, 'a')],
])('understands what RustFS says of %s', async (_, code, status, codeOfRustfs, message, call) => {
  const { client } = await refusing(status, codeOfRustfs, message)
  await expect(call(client)).rejects.toMatchObject({ code, status, message })
})

test('reads tiers of RustFS, and sends it theirs in clear', async () => {
  const settings = { name: 'COLD', endpoint: 'https://a.test', bucket: 'b', prefix: 'p', region: 'r', storageClass: '' }
  const { client, requests } = await rustfs(({ method, url }, response) => {
    if (method !== 'GET') response.end()
    else if (url.includes('tier-stats')) {
      const inventory = { totalSize: 7, numVersions: 2, numObjects: 1 }
      response.end(
        JSON.stringify({ contractVersion: 2, tiers: [{ name: 'COLD', type: 's3', inventory }, { name: 'NEW' }] }),
      )
    } else response.end(JSON.stringify([{ type: 's3', s3: { ...settings, accessKey: 'a', secretKey: 'REDACTED' } }]))
  })
  const tier = { type: 's3' as const, ...settings, account: 'a' }
  expect(await listTiers(client)).toEqual([tier])
  expect(await tierStatistics(client)).toEqual([
    { name: 'COLD', bytes: 7, versions: 2, objects: 1 },
    { name: 'NEW', bytes: 0, versions: 0, objects: 0 },
  ])
  await addTier(client, { ...tier, secret: 's' })
  await addTier(client, { ...tier, type: 'azure', secret: 's' })
  await setTierCredentials(client, 'COLD', { accessKey: 'b', secretKey: 't' })
  const keys = { accessKey: 'a', secretKey: 's' }
  expect(requests.slice(2).map(({ body }) => JSON.parse(body))).toEqual([
    { type: 's3', s3: { ...settings, ...keys } },
    { type: 'azure', azure: { ...settings, ...keys } },
    { access: 'b', secret: 't' },
  ])
})

test('reads the history of settings and the identity providers of RustFS', async () => {
  const documents: Record<string, unknown> = {
    'list-config-history-kv': [{ RestoreID: '1', CreateTime: '2026-01-01T00:00:00Z', Data: 'scanner speed=fast' }],
    openid: { type: 'openid', idp: [{ name: 'default', enabled: true }] },
    default: {
      name: 'default',
      info: [
        { key: 'client_id', value: 'console' },
        { key: 'client_secret', value: '[redacted]' },
      ],
    },
  }
  const { client } = await rustfs(async ({ url }, response) => {
    const document = documents[url.split('?')[0]?.split('/').at(-1) ?? '']
    response.end(await encryptAdminPayload('secret', Buffer.from(JSON.stringify(document)), { algorithm: 2 }))
  })
  expect(await listConfigHistory(client)).toEqual([
    { id: '1', createdAt: '2026-01-01T00:00:00Z', text: 'scanner speed=fast' },
  ])
  expect(await listIdentityProviders(client, 'openid')).toEqual([{ name: 'default', isEnabled: true, roleArn: '' }])
  expect(await getIdentityProvider(client, 'openid', 'default')).toEqual([
    { key: 'client_id', value: 'console', isEnvironment: false },
  ])
})
