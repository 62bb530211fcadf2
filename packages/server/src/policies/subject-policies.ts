/** Reads the policies of an account as the visitor may read them. What may not be read is noted, not guessed. */

import { type AccessSubject, AppError, type SimulationResult } from '@cooperage/contract'
import {
  getBucketPolicy,
  getCannedPolicy,
  getGroup,
  getServiceAccount,
  getUser,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import type { AttachedPolicy } from '@cooperage/wire/policy'
import { withStorageErrors } from '../shared/storage-errors.ts'

type Unread = SimulationResult['unread'][number]

export interface SubjectPolicies {
  /** The user that the policies are of; of a service account its parent; '' for nobody. */
  account: string
  groups: string[]
  isRoot: boolean
  disabled: '' | 'account' | 'group'
  policies: AttachedPolicy[]
  unread: Unread[]
}

/** The visitor's own account, whose policies the server puts together for it. */
export interface OwnAccount {
  accountName: string
  policy: unknown
}

const NOBODY: SubjectPolicies = { account: '', groups: [], isRoot: false, disabled: '', policies: [], unread: [] }

export async function policiesOf(
  storage: StorageClient,
  subject: AccessSubject,
  own: OwnAccount,
  bucket: string,
): Promise<SubjectPolicies> {
  switch (subject.kind) {
    case 'me':
      return ofOwnAccount(own)
    case 'user':
      return await ofUser(storage, subject.name, own)
    case 'group':
      return await ofGroups(storage, { ...NOBODY, groups: [subject.name] }, true)
    case 'service-account':
      return await ofServiceAccount(storage, subject.name, own)
    case 'anonymous':
      return await ofAnonymous(storage, bucket)
    case 'document':
      return {
        ...NOBODY,
        policies: [{ kind: 'identity', name: '', holder: '', document: parsePolicyDocument(subject.policy) }],
      }
  }
}

/** @throws AppError InvalidPolicy */
export function parsePolicyDocument(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const detailedMessage = cause instanceof Error ? cause.message : ''
    throw new AppError('InvalidPolicy', {}, { cause, detailedMessage })
  }
}

function ofOwnAccount({ accountName, policy }: OwnAccount): SubjectPolicies {
  const policies: AttachedPolicy[] = [{ kind: 'identity', name: '', holder: accountName, document: policy }]
  return { ...NOBODY, account: accountName, policies }
}

async function ofUser(storage: StorageClient, name: string, own: OwnAccount): Promise<SubjectPolicies> {
  try {
    const user = await withStorageErrors({ action: 'admin:GetUser', user: name }, getUser(storage, name))
    if (!user.isEnabled) return { ...NOBODY, account: name, groups: user.groups, disabled: 'account' }
    const attached = await readAll(storage, 'identity', name, user.policies)
    return await ofGroups(storage, { ...NOBODY, account: name, groups: user.groups, ...attached }, false)
  } catch (error) {
    // Root and accounts of identity providers are no users of the server; of the own one the rights are known.
    const isOwn = name === own.accountName && isCode(error, 'NoSuchUser', 'AccessDenied')
    if (isOwn) return ofOwnAccount(own)
    throw error
  }
}

/** Adds what comes through groups. A disabled group takes all policies from its members, those of others too. */
async function ofGroups(storage: StorageClient, subject: SubjectPolicies, isAsked: boolean): Promise<SubjectPolicies> {
  const found = { ...subject, policies: [...subject.policies], unread: [...subject.unread] }
  for (const group of subject.groups) {
    try {
      const { isEnabled, policies } = await withStorageErrors(
        { action: 'admin:GetGroup', group },
        getGroup(storage, group),
      )
      if (!isEnabled) return { ...subject, policies: [], unread: [], disabled: 'group' }
      const read = await readAll(storage, 'group', group, policies)
      found.policies.push(...read.policies)
      found.unread.push(...read.unread)
    } catch (error) {
      if (isAsked || !isCode(error, 'AccessDenied', 'NoSuchGroup')) throw error
      found.unread.push(unread({ kind: 'group', policy: '', holder: group }, error, 'admin:GetGroup'))
    }
  }
  return found
}

async function ofServiceAccount(storage: StorageClient, name: string, own: OwnAccount): Promise<SubjectPolicies> {
  const asked = { action: 'admin:ListServiceAccounts', account: name }
  const { parent, isEnabled, isImplied, policy } = await withStorageErrors(asked, getServiceAccount(storage, name))
  if (!isEnabled) return { ...NOBODY, account: parent, disabled: 'account' }
  const implied = policy === '' ? {} : parsePolicyDocument(policy)
  const limit: AttachedPolicy = { kind: 'service-account', name: '', holder: name, document: implied }
  const of = parent === own.accountName ? ofOwnAccount(own) : await ofParent(storage, parent, isImplied, implied, own)
  return { ...of, policies: isImplied ? of.policies : [...of.policies, limit] }
}

async function ofParent(
  storage: StorageClient,
  parent: string,
  isImplied: boolean,
  implied: unknown,
  own: OwnAccount,
): Promise<SubjectPolicies> {
  try {
    return await ofUser(storage, parent, own)
  } catch (error) {
    if (!isCode(error, 'NoSuchUser', 'AccessDenied')) throw error
    const place = { kind: 'identity', policy: '', holder: parent } as const
    // The server tells what it puts together for the parent, where the service account has nothing of its own.
    if (isImplied && hasStatements(implied)) {
      return {
        ...NOBODY,
        account: parent,
        policies: [{ kind: 'identity', name: '', holder: parent, document: implied }],
      }
    }
    if (isCode(error, 'AccessDenied')) {
      return { ...NOBODY, account: parent, unread: [unread(place, error, 'admin:GetUser')] }
    }
    // No user: root, or an account of an identity provider whose policies nobody tells.
    return { ...NOBODY, account: parent, isRoot: true, unread: [{ place, reason: 'unknownAccount', permission: '' }] }
  }
}

function hasStatements(document: unknown): boolean {
  const statements: unknown = typeof document === 'object' && document !== null && Reflect.get(document, 'Statement')
  return Array.isArray(statements) && statements.length > 0
}

async function ofAnonymous(storage: StorageClient, bucket: string): Promise<SubjectPolicies> {
  if (bucket === '') return NOBODY
  const place = { kind: 'bucket', policy: '', holder: bucket } as const
  try {
    const policy = await withStorageErrors({ action: 's3:GetBucketPolicy', bucket }, getBucketPolicy(storage, bucket))
    if (policy === undefined) return NOBODY
    return {
      ...NOBODY,
      policies: [{ kind: 'bucket', name: '', holder: bucket, document: parsePolicyDocument(policy) }],
    }
  } catch (error) {
    if (!isCode(error, 'AccessDenied')) throw error
    return { ...NOBODY, unread: [unread(place, error, 's3:GetBucketPolicy')] }
  }
}

/** The policies of these names that are attached to one holder. */
async function readAll(
  storage: StorageClient,
  kind: 'identity' | 'group',
  holder: string,
  names: readonly string[],
): Promise<Pick<SubjectPolicies, 'policies' | 'unread'>> {
  const policies: AttachedPolicy[] = []
  const missing: Unread[] = []
  const reading = names.map((name) => withStorageErrors({ policy: name }, getCannedPolicy(storage, name)))
  for (const [index, answer] of (await Promise.allSettled(reading)).entries()) {
    const name = names[index] ?? ''
    if (answer.status === 'fulfilled') policies.push({ kind, name, holder, document: answer.value.document })
    else if (!isCode(answer.reason, 'AccessDenied', 'NoSuchPolicy')) throw answer.reason
    else missing.push(unread({ kind, policy: name, holder }, answer.reason, 'admin:GetPolicy'))
  }
  return { policies, unread: missing }
}

function unread(place: Unread['place'], error: unknown, permission: string): Unread {
  const isDenied = isCode(error, 'AccessDenied')
  return { place, reason: isDenied ? 'denied' : 'missing', permission: isDenied ? permission : '' }
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return (error instanceof AppError || error instanceof StorageError) && codes.includes(error.code)
}
