/** Reads the policies of an account with the visitor's permissions. Unreadable ones are listed, not guessed. */

import { type AccessSubject, AppError, type SimulationResult } from '@cooperage/contract'
import {
  getBucketPolicy,
  getCannedPolicy,
  getGroup,
  getServiceAccount,
  getUser,
  IamError,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import type { AttachedPolicy } from '@cooperage/wire/policy'
import { inParallel } from '../shared/in-parallel.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { readable, UnreadablePolicy } from './readable-policies.ts'

/** A thousand requests that are signed in one go would keep others waiting. */
const READ_AT_ONCE = 32

type Unread = SimulationResult['unread'][number]

export interface SubjectPolicies {
  /** The user that the policies belong to; for a service account its parent; '' for an anonymous request. */
  account: string
  groups: string[]
  /** `other`: root, or an account of an identity provider. `unknown`: the visitor may not read whether it is a user. */
  accountKind: 'user' | 'group' | 'other' | 'unknown'
  isRoot: boolean
  disabled: '' | 'account' | 'group'
  /** The group that is disabled; '' if none is. */
  disabledGroup: string
  /** Whether the policies are those that the server puts together for its own account, without their names. */
  isCombined: boolean
  policies: AttachedPolicy[]
  unread: Unread[]
}

/** The visitor's own account, whose combined policy the server returns to it. */
export interface OwnAccount {
  accountName: string
  policy: unknown
  /** The server doesn't return one: with IAM, it is what the visitor may read of its own user. */
  isPolicyAssumed: boolean
}

const NOBODY: SubjectPolicies = {
  account: '',
  groups: [],
  accountKind: 'unknown',
  isRoot: false,
  disabled: '',
  disabledGroup: '',
  isCombined: false,
  policies: [],
  unread: [],
}

export async function policiesOf(
  storage: StorageClient,
  subject: AccessSubject,
  own: OwnAccount,
  bucket: string,
): Promise<SubjectPolicies> {
  switch (subject.kind) {
    case 'me':
      return own.isPolicyAssumed ? await ofUser(storage, own.accountName, own) : ofOwnAccount(own)
    case 'user':
      return await ofUser(storage, subject.name, own)
    case 'group':
      return await ofGroups(storage, { ...NOBODY, accountKind: 'group', groups: [subject.name] }, true)
    case 'service-account':
      return await ofServiceAccount(storage, subject.name, own)
    case 'anonymous':
      return await ofAnonymous(storage, bucket)
    case 'document':
      return {
        ...NOBODY,
        policies: [{ kind: 'identity', name: '', attachedTo: '', document: parsePolicyDocument(subject.policy) }],
      }
    case 'bucket-policy': {
      const document = parsePolicyDocument(subject.policy)
      if (subject.bucket !== bucket) return await ofAnonymous(storage, bucket)
      return { ...NOBODY, policies: [{ kind: 'bucket', name: '', attachedTo: bucket, document }] }
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

function ofOwnAccount({ accountName, policy, isPolicyAssumed }: OwnAccount): SubjectPolicies {
  if (isPolicyAssumed) {
    const source = { kind: 'identity', policy: '', attachedTo: accountName } as const
    return { ...NOBODY, account: accountName, unread: [{ source, reason: 'denied', permission: 'iam:GetUser' }] }
  }
  const policies: AttachedPolicy[] = [{ kind: 'identity', name: '', attachedTo: accountName, document: policy }]
  return { ...NOBODY, account: accountName, isCombined: true, policies }
}

async function ofUser(storage: StorageClient, name: string, own: OwnAccount): Promise<SubjectPolicies> {
  try {
    const user = await withStorageErrors({ action: 'admin:GetUser', user: name }, getUser(storage, name))
    const known = { ...NOBODY, account: name, accountKind: 'user', groups: user.groups } as const
    if (!user.isEnabled) return { ...known, disabled: 'account' }
    const attached = await readNamedPolicies(storage, 'identity', name, user.policies)
    return await ofGroups(storage, { ...known, ...attached }, false)
  } catch (error) {
    // Root and accounts of identity providers aren't users of the server; the visitor's own permissions are known anyway.
    const isOwn = name === own.accountName && isCode(error, 'NoSuchUser', 'AccessDenied')
    if (isOwn) return { ...ofOwnAccount(own), accountKind: isCode(error, 'NoSuchUser') ? 'other' : 'unknown' }
    throw error
  }
}

/** Adds the policies of groups. A disabled group disables all policies of its members, including those of other groups. */
async function ofGroups(
  storage: StorageClient,
  subject: SubjectPolicies,
  isRequired: boolean,
): Promise<SubjectPolicies> {
  const found = { ...subject, policies: [...subject.policies], unread: [...subject.unread] }
  for (const group of subject.groups) {
    try {
      const { isEnabled, policies } = await withStorageErrors(
        { action: 'admin:GetGroup', group },
        getGroup(storage, group),
      )
      if (!isEnabled) return { ...subject, policies: [], unread: [], disabled: 'group', disabledGroup: group }
      const read = await readNamedPolicies(storage, 'group', group, policies)
      found.policies.push(...read.policies)
      found.unread.push(...read.unread)
    } catch (error) {
      if (isRequired || !isCode(error, 'AccessDenied', 'NoSuchGroup')) throw error
      found.unread.push(unread({ kind: 'group', policy: '', attachedTo: group }, error, 'admin:GetGroup'))
    }
  }
  return found
}

async function ofServiceAccount(storage: StorageClient, name: string, own: OwnAccount): Promise<SubjectPolicies> {
  const subjectOfError = { action: 'admin:ListServiceAccounts', account: name }
  const { parent, isEnabled, isImplied, policy } = await withStorageErrors(
    subjectOfError,
    getServiceAccount(storage, name),
  )
  if (!isEnabled) return { ...NOBODY, account: parent, disabled: 'account' }
  const implied = policy === '' ? {} : parsePolicyDocument(policy)
  const limit: AttachedPolicy = { kind: 'service-account', name: '', attachedTo: name, document: implied }
  const isOwn = parent === own.accountName && !own.isPolicyAssumed
  const of = isOwn ? ofOwnAccount(own) : await ofParent(storage, parent, isImplied, implied, own)
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
    const source = { kind: 'identity', policy: '', attachedTo: parent } as const
    // The server returns the combined policy of the parent if the service account has none itself.
    if (isImplied && hasStatements(implied)) {
      return {
        ...NOBODY,
        account: parent,
        policies: [{ kind: 'identity', name: '', attachedTo: parent, document: implied }],
      }
    }
    if (isCode(error, 'AccessDenied')) {
      return { ...NOBODY, account: parent, unread: [unread(source, error, 'admin:GetUser')] }
    }
    // Not a user: root, or an account of an identity provider whose policies can't be read.
    return { ...NOBODY, account: parent, isRoot: true, unread: [{ source, reason: 'unknownAccount', permission: '' }] }
  }
}

function hasStatements(document: unknown): boolean {
  const statements: unknown = typeof document === 'object' && document !== null && Reflect.get(document, 'Statement')
  return Array.isArray(statements) && statements.length > 0
}

async function ofAnonymous(storage: StorageClient, bucket: string): Promise<SubjectPolicies> {
  if (bucket === '') return NOBODY
  const source = { kind: 'bucket', policy: '', attachedTo: bucket } as const
  try {
    const policy = await withStorageErrors({ action: 's3:GetBucketPolicy', bucket }, getBucketPolicy(storage, bucket))
    if (policy === undefined) return NOBODY
    return {
      ...NOBODY,
      policies: [{ kind: 'bucket', name: '', attachedTo: bucket, document: parsePolicyDocument(policy) }],
    }
  } catch (error) {
    if (!isCode(error, 'AccessDenied')) throw error
    return { ...NOBODY, unread: [unread(source, error, 's3:GetBucketPolicy')] }
  }
}

/** The policies with these names that are attached to one user or group. */
export async function readNamedPolicies(
  storage: StorageClient,
  kind: 'identity' | 'group',
  attachedTo: string,
  names: readonly string[],
): Promise<Pick<SubjectPolicies, 'policies' | 'unread'>> {
  const found = new Map<string, AttachedPolicy | Unread>()
  await inParallel(names, READ_AT_ONCE, async (name) => {
    const source = { kind, policy: name, attachedTo }
    try {
      const { document } = await withStorageErrors({ policy: name }, readable(getCannedPolicy(storage, name)))
      found.set(name, { kind, name, attachedTo, document })
    } catch (error) {
      if (error instanceof UnreadablePolicy) found.set(name, { source, reason: 'unreadable', permission: '' })
      else if (isCode(error, 'AccessDenied', 'NoSuchPolicy')) found.set(name, unread(source, error, 'admin:GetPolicy'))
      else throw error
    }
  })
  const inOrder = [...new Set(names)].flatMap((name) => found.get(name) ?? [])
  return {
    policies: inOrder.filter((one): one is AttachedPolicy => 'document' in one),
    unread: inOrder.filter((one): one is Unread => 'source' in one),
  }
}

function unread(source: Unread['source'], error: unknown, permission: string): Unread {
  if (!isCode(error, 'AccessDenied')) return { source, reason: 'missing', permission: '' }
  const cause = error instanceof AppError ? error.cause : undefined
  return { source, reason: 'denied', permission: cause instanceof IamError ? cause.permission : permission }
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return (error instanceof AppError || error instanceof StorageError) && codes.includes(error.code)
}
