/** The policies that users and groups can have. Documents are as servers send them: actions in another order each time. */
import { objectField, textField, WireError } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { StorageError } from '../storage-error.ts'

const PATH = '/minio/admin/v3'

export interface CannedPolicy {
  name: string
  document: unknown
  /** ISO 8601; '' when the server does not say. */
  updatedAt: string
}

/** All of them; needs admin:ListUserPolicies. @throws StorageError */
export async function listCannedPolicies(client: StorageClient): Promise<Omit<CannedPolicy, 'updatedAt'>[]> {
  const text = await sendForText(client, { method: 'GET', path: `${PATH}/list-canned-policies` })
  const policies = objectField(parsed(() => JSON.parse(text)))
  return Object.entries(policies).map(([name, document]) => ({ name, document }))
}

/** Needs admin:GetPolicy. @throws StorageError `XMinioAdminNoSuchPolicy` */
export async function getCannedPolicy(client: StorageClient, name: string): Promise<CannedPolicy> {
  refuseSeveral(name)
  const request = { method: 'GET', path: `${PATH}/info-canned-policy`, query: { name, v: '2' } } as const
  const text = await sendForText(client, request)
  const info = objectField(parsed(() => JSON.parse(text)))
  // Servers that do not know the second version of the answer send the bare document.
  if (!('Policy' in info)) return { name, document: info, updatedAt: '' }
  return { name, document: info.Policy, updatedAt: textField(info, 'UpdateDate') }
}

/** Creates it or replaces it; needs admin:CreatePolicy. @throws StorageError whose message says what is wrong with the text */
export async function putCannedPolicy(client: StorageClient, name: string, policy: string): Promise<void> {
  await sendForNothing(client, { method: 'PUT', path: `${PATH}/add-canned-policy`, query: { name }, body: policy })
}

/**
 * Succeeds as well when there is none; needs admin:DeletePolicy.
 * @throws StorageError `XMinioIAMPolicyInUse`, or `InternalError` for one of the server's own
 */
export async function removeCannedPolicy(client: StorageClient, name: string): Promise<void> {
  await sendForNothing(client, { method: 'DELETE', path: `${PATH}/remove-canned-policy`, query: { name } })
}

/** Servers read a comma as the end of a name and would answer about another policy. */
function refuseSeveral(name: string): void {
  if (!name.includes(',')) return
  const cause = new WireError('XMinioAdminNoSuchPolicy', 404, 'No policy has a comma in its name.')
  throw new StorageError('refused', cause.message, { code: cause.code, status: cause.status, cause })
}
