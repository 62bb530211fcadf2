/** IAM calls of the admin API as clients make them, and test accounts. */

import { type SendOptions, type StorageServer, send, type TestResponse, uniqueName } from '@cooperage/testkit'
import { type Credentials, decryptAdminPayload, encryptAdminPayload, isEncryptedAdminPayload } from '@cooperage/wire'
import type { JsonPolicy } from '@cooperage/wire/policy'
import { target } from '../target.ts'

export interface AdminOptions {
  query?: Record<string, string>
  /** A body that is sent encrypted: a string unchanged, anything else as JSON. */
  encrypted?: unknown
  /** A body that is sent unencrypted. */
  plain?: unknown
  as?: Credentials
  contentType?: string
  /** A server other than the shared one. */
  on?: Pick<StorageServer, 'url' | 'root'>
}

export interface AdminResponse extends TestResponse {
  /** The response, decrypted where it was encrypted. */
  json: unknown
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export async function admin(method: string, call: string, options: AdminOptions = {}): Promise<AdminResponse> {
  const server = options.on ?? target
  const credentials = options.as ?? server.root
  const { encrypted, plain } = options
  const body =
    encrypted === undefined
      ? plain === undefined
        ? undefined
        : textOf(plain)
      : await encryptAdminPayload(credentials.secretKey, Buffer.from(textOf(encrypted)), { algorithm: 2 })
  const request: SendOptions = {
    url: server.url,
    method,
    path: `/minio/admin/v3/${call}`,
    query: options.query ?? {},
    credentials,
    region: '',
    headers: encrypted === undefined ? {} : { 'content-type': options.contentType ?? 'application/octet-stream' },
    ...(body === undefined ? {} : { body }),
  }
  const response = await send(request)
  return { ...response, json: await jsonOf(response, credentials) }
}

async function jsonOf({ status, bytes, text }: TestResponse, { secretKey }: Credentials): Promise<unknown> {
  if (status >= 300 || bytes.length === 0) return undefined
  return JSON.parse(isEncryptedAdminPayload(bytes) ? (await decryptAdminPayload(secretKey, bytes)).toString() : text)
}

/** Like `admin`, but throws unless the call succeeds. */
export async function succeed(method: string, call: string, options: AdminOptions = {}): Promise<AdminResponse> {
  const response = await admin(method, call, options)
  if (response.status >= 300) throw new Error(`${method} ${call} returned ${response.status}: ${response.text}`)
  return response
}

export const NO_SUCH_USER: string =
  '404 XMinioAdminNoSuchUser: The specified user does not exist. (Specified user does not exist)'
export const NO_SUCH_GROUP: string =
  '404 XMinioAdminNoSuchGroup: The specified group does not exist. (Specified group does not exist)'
export const NO_SUCH_POLICY: string =
  '404 XMinioAdminNoSuchPolicy: The canned policy does not exist. (Specified canned policy does not exist)'
export const NOT_ALLOWED: string = '403 XMinioIAMActionNotAllowed: Specified IAM action is not allowed'
export const INVALID_ARGUMENT: string =
  '400 XMinioAdminInvalidArgument: Invalid arguments specified. (Invalid arguments specified)'
export const NAME_INVALID: string =
  '400 XMinioInvalidResource: Policy, user or group names are not allowed to begin or end with space characters'
export const ACCESS_DENIED: string = '403 AccessDenied: Access Denied.'
export const UNKNOWN_CALL: string =
  "426 XMinioAdminVersionMismatch: This 'admin' API is not supported by server in 'mode-server-xl-single'"

export const SECRET = 'secret-of-the-account'

export function document(...statements: JsonPolicy['Statement']): JsonPolicy {
  return { Version: '2012-10-17', Statement: statements }
}

export function allow(actions: string[], ...resources: string[]): JsonPolicy['Statement'][number] {
  return { Effect: 'Allow', Action: actions, Resource: resources.map((one) => `arn:aws:s3:::${one}`) }
}

export function deny(actions: string[], ...resources: string[]): JsonPolicy['Statement'][number] {
  return { ...allow(actions, ...resources), Effect: 'Deny' }
}

export const newUser = {
  /** A user with a unique name and these policies. */
  async with(...policies: string[]): Promise<Credentials> {
    return newUser.named(uniqueName('user'), ...policies)
  },

  async named(accessKey: string, ...policies: string[]): Promise<Credentials> {
    await succeed('PUT', 'add-user', { query: { accessKey }, encrypted: { secretKey: SECRET, status: 'enabled' } })
    if (policies.length > 0) await attach(accessKey, policies)
    return { accessKey, secretKey: SECRET }
  },

  /** A user whose only policy is this document. */
  async allowed(...statements: JsonPolicy['Statement']): Promise<Credentials> {
    return newUser.with(await newPolicy(document(...statements)))
  },
}

export async function attach(user: string, policies: string[]): Promise<void> {
  const query = { policyName: policies.join(','), userOrGroup: user, isGroup: 'false' }
  await succeed('PUT', 'set-user-or-group-policy', { query })
}

export async function newPolicy(policy: JsonPolicy, name = uniqueName('policy')): Promise<string> {
  await succeed('PUT', 'add-canned-policy', { query: { name }, plain: policy })
  return name
}

export async function newGroup(members: string[], ...policies: string[]): Promise<string> {
  const group = uniqueName('group')
  await succeed('PUT', 'update-group-members', { plain: { group, members, isRemove: false } })
  if (policies.length > 0) {
    const query = { policyName: policies.join(','), userOrGroup: group, isGroup: 'true' }
    await succeed('PUT', 'set-user-or-group-policy', { query })
  }
  return group
}

export async function newServiceAccount(as: Credentials, fields: object = {}): Promise<Credentials> {
  const { json } = await succeed('PUT', 'add-service-account', { encrypted: fields, as })
  return (json as { credentials: Credentials }).credentials
}
