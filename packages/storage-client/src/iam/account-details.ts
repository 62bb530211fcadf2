import { type JsonObject, listField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import { inlineName, managedName } from './policy-names.ts'
import { IamError, iamPages, listIam, objectsIn } from './send-iam.ts'

const LISTS = { User: 'UserDetailList', Group: 'GroupDetailList', LocalManagedPolicy: 'Policies' } as const

/**
 * All users, groups or policies of an account with their details, in few calls. Undefined if the server doesn't have this call,
 * or the caller may not use it: then the details are read one by one.
 * @throws StorageError
 */
export async function accountDetails(
  client: StorageClient,
  kind: keyof typeof LISTS,
): Promise<JsonObject[] | undefined> {
  try {
    const pages = await iamPages(client, 'GetAccountAuthorizationDetails', { 'Filter.member.1': kind })
    return pages.flatMap((page) => objectsIn(listField(page, LISTS[kind])))
  } catch (error) {
    if (error instanceof IamError) return undefined
    throw error
  }
}

/** The names of the policies in the details of a user or group. */
export function policiesIn(details: JsonObject, kind: 'user' | 'group', name: string): string[] {
  return [
    ...attachedIn(listField(details, 'AttachedManagedPolicies')),
    ...inlineIn(details, kind, name).map((policy) => policy.name),
  ]
}

/** The inline policies in the details of a user or group. */
export function inlineIn(details: JsonObject, kind: 'user' | 'group', name: string): { name: string; text: string }[] {
  return objectsIn(listField(details, kind === 'user' ? 'UserPolicyList' : 'GroupPolicyList')).map((policy) => ({
    name: inlineName(kind, name, textField(policy, 'PolicyName')),
    text: textField(policy, 'PolicyDocument'),
  }))
}

/** The names of the policies of a user or group, for servers without the details of all. */
export async function readPolicies(client: StorageClient, kind: 'user' | 'group', name: string): Promise<string[]> {
  const [attached, inline] = kind === 'user' ? USER_LISTS : GROUP_LISTS
  const [attachments, names] = await Promise.all([
    offered(listIam(client, attached, 'AttachedPolicies', principal(kind, name))),
    offered(listIam(client, inline, 'PolicyNames', principal(kind, name))),
  ])
  return [...attachedIn(attachments), ...names.map((policy) => inlineName(kind, name, String(policy)))]
}

const USER_LISTS = ['ListAttachedUserPolicies', 'ListUserPolicies'] as const
const GROUP_LISTS = ['ListAttachedGroupPolicies', 'ListGroupPolicies'] as const

/** The names of all users or groups. @throws StorageError */
export async function principalNames(client: StorageClient, kind: 'user' | 'group'): Promise<string[]> {
  if (kind === 'user')
    return objectsIn(await listIam(client, 'ListUsers', 'Users')).map((user) => textField(user, 'UserName'))
  return objectsIn(await listIam(client, 'ListGroups', 'Groups')).map((group) => textField(group, 'GroupName'))
}

/** The parameter that names a user or group. */
export function principal(kind: 'user' | 'group', name: string): Record<string, string> {
  return kind === 'user' ? { UserName: name } : { GroupName: name }
}

function attachedIn(policies: readonly unknown[]): string[] {
  return objectsIn(policies).map((policy) => managedName(textField(policy, 'PolicyArn')))
}

/**
 * A list of a user or group that exists. It is empty on a server without this call, and for users of SeaweedFS's configuration
 * file, whom its lists don't know.
 */
export async function offered(list: Promise<unknown[]>): Promise<unknown[]> {
  try {
    return await list
  } catch (error) {
    if (isNotOffered(error) || (error instanceof IamError && error.code === 'NoSuchEntity')) return []
    throw error
  }
}

/** Whether a server with IAM doesn't have this call of it. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof IamError && ['InvalidAction', 'NotImplemented'].includes(error.code)
}

/** The document of a policy: AWS sends it escaped as in a URL, others may not. */
export function readDocument(text: string): unknown {
  return parsed(() => JSON.parse(text.trimStart().startsWith('{') ? text : unescaped(text)))
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw new SyntaxError('The document isn’t escaped correctly', { cause })
  }
}

/** Names what doesn't exist by the code of the admin API, which pages know; IAM has one for everything. */
export async function whereMissing<T>(code: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof IamError) || error.code !== 'NoSuchEntity') throw error
    throw new StorageError('refused', error.message, { code, status: error.status, cause: error })
  }
}
