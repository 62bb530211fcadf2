/** The policies that can be attached to users and groups. Documents are as servers send them: the order of actions varies. */
import { textField, WireError } from '@cooperage/wire'
import { BUILT_IN_POLICIES } from '@cooperage/wire/policy'
import type { StorageClient } from '../client.ts'
import { StorageError } from '../storage-error.ts'
import { sendAdminForNothing, sendAdminForObject } from './send-admin.ts'
import { isoTime } from './users.ts'

const PATH = '/minio/admin/v3'

export interface ListedPolicy {
  name: string
  document: unknown
}

export interface CannedPolicy extends ListedPolicy {
  /** ISO 8601; empty if the server doesn't send it. */
  updatedAt: string
  /** Whether every server has it, so that it can't be deleted for good. */
  isBuiltIn: boolean
}

/** All of them; needs admin:ListUserPolicies. @throws StorageError */
export async function listCannedPolicies(client: StorageClient): Promise<ListedPolicy[]> {
  const policies = await sendAdminForObject(client, { method: 'GET', path: `${PATH}/list-canned-policies` })
  return Object.entries(policies).map(([name, document]) => ({ name, document }))
}

/** Needs admin:GetPolicy. @throws StorageError `XMinioAdminNoSuchPolicy` */
export async function getCannedPolicy(client: StorageClient, name: string): Promise<CannedPolicy> {
  refuseSeveral(name)
  const request = { method: 'GET', path: `${PATH}/info-canned-policy`, query: { name, v: '2' } } as const
  const info = await sendAdminForObject(client, request)
  const isBuiltIn = BUILT_IN_POLICIES.has(name)
  // Servers that don't support version 2 of the response send only the document.
  if (!('Policy' in info)) return { name, document: info, updatedAt: '', isBuiltIn }
  return { name, document: info.Policy, updatedAt: isoTime(textField(info, 'UpdateDate')), isBuiltIn }
}

/** Creates or replaces it; needs admin:CreatePolicy. @throws StorageError whose message says what is wrong with the document */
export async function putCannedPolicy(client: StorageClient, name: string, policy: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'PUT', path: `${PATH}/add-canned-policy`, query: { name }, body: policy })
}

/**
 * Succeeds even if there is none; needs admin:DeletePolicy.
 * @throws StorageError `XMinioIAMPolicyInUse`, or `InternalError` for a built-in policy
 */
export async function removeCannedPolicy(client: StorageClient, name: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'DELETE', path: `${PATH}/remove-canned-policy`, query: { name } })
}

/** Servers treat a comma as the end of a name and would respond with another policy. */
function refuseSeveral(name: string): void {
  if (!name.includes(',')) return
  const cause = new WireError('XMinioAdminNoSuchPolicy', 404, 'No policy has a comma in its name.')
  throw new StorageError('refused', cause.message, { code: cause.code, status: cause.status, cause })
}

/** A user or a group of the storage server. */
export interface Principal {
  kind: 'user' | 'group'
  name: string
}

/**
 * Replaces all policies of a user or group; an empty list detaches all. Needs admin:AttachUserOrGroupPolicy.
 * @throws StorageError `XMinioAdminNoSuchPolicy`, `XMinioAdminNoSuchUser`, `XMinioAdminNoSuchGroup`
 */
export async function setPrincipalPolicies(
  client: StorageClient,
  { kind, name }: Principal,
  policies: readonly string[],
): Promise<void> {
  const query = { policyName: policies.join(','), userOrGroup: name, isGroup: String(kind === 'group') }
  await sendAdminForNothing(client, { method: 'PUT', path: `${PATH}/set-user-or-group-policy`, query })
}
