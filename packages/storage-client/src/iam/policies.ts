import { type JsonObject, listField, objectField, textField } from '@cooperage/wire'
import type { CannedPolicy, ListedPolicy, Principal } from '../admin/canned-policies.ts'
import { isoTime } from '../admin/users.ts'
import { awsPartition, inPartition } from '../aws-partition.ts'
import type { StorageClient } from '../client.ts'
import { inParallel } from '../in-parallel.ts'
import { StorageError } from '../storage-error.ts'
import {
  accountDetails,
  inlineIn,
  principal,
  principalNames,
  readDocument,
  readPolicies,
  whereMissing,
} from './account-details.ts'
import { isManaged, type ManagedPolicyName, managedName, readPolicyName } from './policy-names.ts'
import { IamError, listIam, objectsIn, sendIam } from './send-iam.ts'

const NO_POLICY = 'XMinioAdminNoSuchPolicy'

/**
 * The managed policies of the account, those of AWS that are attached to something, and the inline policies of users and groups. Needs
 * iam:ListPolicies, and iam:GetAccountAuthorizationDetails or the permissions to read them one by one.
 * @throws StorageError
 */
export async function listCannedPolicies(client: StorageClient): Promise<ListedPolicy[]> {
  const [managed, ofUsers, ofGroups] = await Promise.all([
    managedPolicies(client),
    inlinePoliciesOf(client, 'user'),
    inlinePoliciesOf(client, 'group'),
  ])
  return [...managed, ...ofUsers, ...ofGroups]
}

async function managedPolicies(client: StorageClient): Promise<ListedPolicy[]> {
  const [details, ofAws] = await Promise.all([
    accountDetails(client, 'LocalManagedPolicy'),
    managedArns(client, { Scope: 'AWS', OnlyAttached: 'true' }),
  ])
  const documents = new Map(details?.map((policy) => [textField(policy, 'Arn'), currentDocument(policy)]))
  const arns = details ? [...documents.keys()] : await managedArns(client, { Scope: 'Local' })
  return await inParallel(new Set([...arns, ...ofAws]), async (arn) => ({
    name: managedName(arn),
    document: readDocument(documents.get(arn) ?? (await readManaged(client, arn)).text),
  }))
}

/** The names of all managed policies of AWS. Needs iam:ListPolicies. @throws StorageError */
export async function listPoliciesOfAws(client: StorageClient): Promise<string[]> {
  const names = (await managedArns(client, { Scope: 'AWS' })).map(managedName)
  // Not every server knows scopes.
  return names.filter((name) => readPolicyName(name).kind === 'aws')
}

/** The text of the version of a policy that is in force; undefined if its details don't have it. */
function currentDocument(details: JsonObject): string | undefined {
  const versions = objectsIn(listField(details, 'PolicyVersionList'))
  const current = versions.find((version) => textField(version, 'VersionId') === textField(details, 'DefaultVersionId'))
  return current && textField(current, 'Document')
}

async function managedArns(client: StorageClient, filter: Record<string, string>): Promise<string[]> {
  const policies = objectsIn(await listIam(client, 'ListPolicies', 'Policies', filter))
  return policies.map((policy) => textField(policy, 'Arn'))
}

async function inlinePoliciesOf(client: StorageClient, kind: 'user' | 'group'): Promise<ListedPolicy[]> {
  const details = await accountDetails(client, kind === 'user' ? 'User' : 'Group')
  if (details) {
    const nameOf = (one: JsonObject) => textField(one, kind === 'user' ? 'UserName' : 'GroupName')
    return details.flatMap((one) =>
      inlineIn(one, kind, nameOf(one)).map(({ name, text }) => ({ name, document: readDocument(text) })),
    )
  }
  const names = await inParallel(await principalNames(client, kind), (name) => readPolicies(client, kind, name))
  return await inParallel(
    names.flat().filter((name) => readPolicyName(name).kind === kind),
    async (name) => ({ name, document: (await getCannedPolicy(client, name)).document }),
  )
}

/** Needs iam:ListPolicies, iam:GetPolicy and iam:GetPolicyVersion, or iam:GetUserPolicy. @throws StorageError `XMinioAdminNoSuchPolicy` */
export async function getCannedPolicy(client: StorageClient, name: string): Promise<CannedPolicy> {
  const policy = readPolicyName(name)
  if (isManaged(policy)) {
    const { text, updatedAt } = await readManaged(client, await arnOf(client, policy))
    return { name, document: readDocument(text), updatedAt, isBuiltIn: policy.kind === 'aws' }
  }
  const [, read] = INLINE_ACTIONS[policy.kind]
  const parameters = { ...principal(policy.kind, policy.owner), PolicyName: policy.name }
  const found = await whereMissing(NO_POLICY, sendIam(client, read, parameters))
  return { name, document: readDocument(textField(found, 'PolicyDocument')), updatedAt: '', isBuiltIn: false }
}

const INLINE_ACTIONS = {
  user: ['PutUserPolicy', 'GetUserPolicy', 'DeleteUserPolicy'],
  group: ['PutGroupPolicy', 'GetGroupPolicy', 'DeleteGroupPolicy'],
} as const

async function readManaged(client: StorageClient, arn: string): Promise<{ text: string; updatedAt: string }> {
  const policy = objectField(await whereMissing(NO_POLICY, sendIam(client, 'GetPolicy', { PolicyArn: arn })), 'Policy')
  const parameters = { PolicyArn: arn, VersionId: textField(policy, 'DefaultVersionId') }
  const { PolicyVersion } = await whereMissing(NO_POLICY, sendIam(client, 'GetPolicyVersion', parameters))
  return {
    text: textField(objectField(PolicyVersion), 'Document'),
    updatedAt: isoTime(textField(policy, 'UpdateDate')),
  }
}

/**
 * The ARNs of managed policies. Only the list knows the account and the path that they name.
 * @throws StorageError `XMinioAdminNoSuchPolicy`
 */
async function arnsOf(client: StorageClient, policies: readonly ManagedPolicyName[]): Promise<string[]> {
  const local = policies.some(({ kind }) => kind === 'managed') ? await managedArns(client, { Scope: 'Local' }) : []
  // Servers that imitate AWS have the names of its first partition.
  const partition = awsPartition(client.endpoint.iam.url)?.name ?? 'aws'
  return policies.map(({ kind, name }) => {
    const arn = kind === 'aws' ? `arn:${partition}:iam::aws:policy/${name}` : local.find(isNamed(name))
    if (arn !== undefined) return arn
    throw new StorageError('refused', 'There is no such policy', { code: NO_POLICY, status: 404 })
  })
}

export async function arnOf(client: StorageClient, policy: ManagedPolicyName): Promise<string> {
  const [arn = ''] = await arnsOf(client, [policy])
  return arn
}

const isNamed = (name: string) => (arn: string) => arn.endsWith(`:policy/${name}`)

/**
 * Creates or replaces a policy. A managed one gets a new version, for which the oldest one is deleted if there are as many as
 * IAM keeps. Needs iam:CreatePolicy and iam:CreatePolicyVersion, or iam:PutUserPolicy.
 * @throws StorageError `MalformedPolicyDocument`, whose message says what is wrong; `PolicyOfAws`
 */
export async function putCannedPolicy(client: StorageClient, name: string, document: string): Promise<void> {
  const text = inPartition(client.endpoint.iam.url, document)
  const policy = readPolicyName(name)
  if (policy.kind === 'aws') refuseOfAws()
  if (!isManaged(policy)) {
    const owner = principal(policy.kind, policy.owner)
    const [put] = INLINE_ACTIONS[policy.kind]
    await whereMissing(NO_POLICY, sendIam(client, put, { ...owner, PolicyName: policy.name, PolicyDocument: text }))
    return
  }
  const arn = (await managedArns(client, { Scope: 'Local' })).find(isNamed(policy.name))
  if (arn !== undefined) return await putVersion(client, arn, text)
  const at = policy.name.lastIndexOf('/') + 1
  const path = at > 0 ? { Path: `/${policy.name.slice(0, at)}` } : {}
  await sendIam(client, 'CreatePolicy', { ...path, PolicyName: policy.name.slice(at), PolicyDocument: text })
}

async function putVersion(client: StorageClient, arn: string, text: string): Promise<void> {
  const put = () =>
    sendIam(client, 'CreatePolicyVersion', { PolicyArn: arn, PolicyDocument: text, SetAsDefault: 'true' })
  try {
    await put()
  } catch (error) {
    if (!(error instanceof IamError) || error.code !== 'LimitExceeded') throw error
    const [oldest] = await formerVersions(client, arn)
    if (oldest === undefined) throw error
    await sendIam(client, 'DeletePolicyVersion', { PolicyArn: arn, VersionId: oldest })
    await put()
  }
}

/** The versions of a policy that aren't in force, the oldest first. */
async function formerVersions(client: StorageClient, arn: string): Promise<string[]> {
  return objectsIn(await listIam(client, 'ListPolicyVersions', 'Versions', { PolicyArn: arn }))
    .filter((version) => textField(version, 'IsDefaultVersion').toLowerCase() !== 'true')
    .map((version) => textField(version, 'VersionId'))
    .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
}

/**
 * Deletes a policy with its versions, or the inline policy of a user or group. Needs iam:DeletePolicy and
 * iam:DeletePolicyVersion, or iam:DeleteUserPolicy.
 * @throws StorageError `XMinioAdminNoSuchPolicy`, `XMinioIAMPolicyInUse`, `PolicyOfAws`
 */
export async function removeCannedPolicy(client: StorageClient, name: string): Promise<void> {
  const policy = readPolicyName(name)
  if (policy.kind === 'aws') refuseOfAws()
  if (!isManaged(policy)) return await removeInline(client, policy)
  const arn = await arnOf(client, policy)
  const { Policy } = await sendIam(client, 'GetPolicy', { PolicyArn: arn })
  // Not every server refuses to delete a policy that is attached.
  if (Number(textField(objectField(Policy), 'AttachmentCount')) > 0) refuseInUse()
  for (const version of await formerVersions(client, arn)) {
    await sendIam(client, 'DeletePolicyVersion', { PolicyArn: arn, VersionId: version })
  }
  try {
    await sendIam(client, 'DeletePolicy', { PolicyArn: arn })
  } catch (error) {
    if (error instanceof IamError && error.code === 'DeleteConflict') refuseInUse(error)
    throw error
  }
}

async function removeInline(
  client: StorageClient,
  { kind, owner, name }: { kind: 'user' | 'group'; owner: string; name: string },
): Promise<void> {
  const parameters = { ...principal(kind, owner), PolicyName: name }
  await whereMissing(NO_POLICY, sendIam(client, INLINE_ACTIONS[kind][2], parameters))
}

function refuseOfAws(): never {
  throw new StorageError('refused', 'Policies of AWS can’t be changed', { code: 'PolicyOfAws', status: 403 })
}

function refuseInUse(cause?: unknown): never {
  throw new StorageError('refused', 'The policy is attached', { code: 'XMinioIAMPolicyInUse', status: 409, cause })
}

/**
 * Attaches and detaches managed policies until a user or group has these. Inline policies have to be among them, because they
 * can't be detached, only deleted.
 * @throws StorageError `XMinioAdminNoSuchPolicy`, `XMinioAdminNoSuchUser`, `XMinioAdminNoSuchGroup`; `InlinePolicy`, then
 *   nothing changed
 */
export async function setPrincipalPolicies(
  client: StorageClient,
  { kind, name }: Principal,
  policies: readonly string[],
): Promise<void> {
  const [missing, read] = OF_PRINCIPALS[kind]
  await whereMissing(missing, sendIam(client, read, principal(kind, name)))
  const [before, wanted] = [new Set(await readPolicies(client, kind, name)), new Set(policies)]
  const [added, removed] = [wanted.difference(before), before.difference(wanted)].map((names) =>
    [...names].map(readPolicyName),
  )
  if (!added?.every(isManaged) || !removed?.every(isManaged)) {
    throw new StorageError('refused', 'Inline policies can’t be attached or detached', {
      code: 'InlinePolicy',
      status: 400,
    })
  }
  const [toAttach, toDetach] = await Promise.all([arnsOf(client, added), arnsOf(client, removed)])
  const [, , attach, detach] = OF_PRINCIPALS[kind]
  const change = (action: string, arn: string) =>
    whereMissing(NO_POLICY, sendIam(client, action, { ...principal(kind, name), PolicyArn: arn }))
  await inParallel(toAttach, (arn) => change(attach, arn))
  await inParallel(toDetach, (arn) => change(detach, arn))
}

const OF_PRINCIPALS = {
  user: ['XMinioAdminNoSuchUser', 'GetUser', 'AttachUserPolicy', 'DetachUserPolicy'],
  group: ['XMinioAdminNoSuchGroup', 'GetGroup', 'AttachGroupPolicy', 'DetachGroupPolicy'],
} as const

/** Detaches the policies of a user or group and deletes its inline policies, before it is deleted itself. */
export async function detachAll(client: StorageClient, { kind, name }: Principal): Promise<void> {
  const policies = await readPolicies(client, kind, name)
  const [, , , action] = OF_PRINCIPALS[kind]
  const arns = await arnsOf(client, policies.map(readPolicyName).filter(isManaged))
  await inParallel(arns, (arn) => sendIam(client, action, { ...principal(kind, name), PolicyArn: arn }))
  const inline = policies.filter((policy) => !isManaged(readPolicyName(policy)))
  await inParallel(inline, (policy) => removeCannedPolicy(client, policy))
}
