import { AppError, type Group, reasonText, type Text } from '@cooperage/contract'
import {
  addGroupMembers,
  attachedToGroup,
  createGroup,
  type GroupInfo,
  getGroup,
  listUsers,
  removeGroupMembers,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { type Subject, toAppError } from '../shared/storage-errors.ts'

/** What servers require to add members and to remove them; admin:RemoveUserFromGroup has no effect. */
export const UPDATE_MEMBERS = 'admin:AddUserToGroup'

const UNREADABLE = new Set(['AccessDenied', 'XMinioAdminVersionMismatch'])

/** How storage servers reject names that they don't look up: too long ones, and relative paths. */
const NO_GROUP = new Set(['XMinioInvalidObjectName', 'XMinioInvalidResourceName'])

/** @throws AppError NoSuchGroup, AccessDenied */
export async function readGroup(storage: StorageClient, name: string): Promise<GroupInfo> {
  try {
    return await getGroup(storage, name)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (NO_GROUP.has(error.code)) throw new AppError('NoSuchGroup', { group: name }, { cause: error })
    throw toAppError(error, { action: 'admin:GetGroup', group: name })
  }
}

/**
 * A group with the policies attached to it, whether or not it's enabled.
 * @throws AppError NoSuchGroup, AccessDenied
 */
export async function readWholeGroup(storage: StorageClient, name: string): Promise<Group> {
  const { isEnabled, members, policies, updatedAt } = await readGroup(storage, name)
  const attached = isEnabled ? policies : await attachedToDisabled(storage, name)
  return {
    name,
    status: isEnabled ? 'enabled' : 'disabled',
    members: members.toSorted(),
    policy: (attached ?? []).join(','),
    isPolicyKnown: attached !== undefined,
    updatedAt,
  }
}

/** Undefined if the visitor may not read them, or the server is too old to report them. */
async function attachedToDisabled(storage: StorageClient, name: string): Promise<string[] | undefined> {
  try {
    return await attachedToGroup(storage, name)
  } catch (error) {
    const isUnreadable = error instanceof StorageError && UNREADABLE.has(error.code)
    if (!isUnreadable) throw error instanceof StorageError ? toAppError(error, { group: name }) : error
    return undefined
  }
}

/**
 * Fails for a group that doesn't exist, because storage servers create it when members are added. A visitor who may not read
 * groups gets past it.
 * @throws AppError NoSuchGroup
 */
export async function requireGroup(storage: StorageClient, name: string): Promise<void> {
  try {
    await readGroup(storage, name)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
  }
}

/** @throws AppError NoSuchUser, NotAUser, InvalidGroupName, AccessDenied */
export async function createWithMembers(storage: StorageClient, group: string, members: string[]): Promise<void> {
  const subject = { action: UPDATE_MEMBERS, group }
  await withMemberErrors(storage, subject, members, createGroup(storage, group, members))
}

/** @throws AppError NoSuchGroup, NoSuchUser, NotAUser, AccessDenied */
export async function addMembers(storage: StorageClient, group: string, members: string[]): Promise<void> {
  const subject = { action: UPDATE_MEMBERS, group }
  await withMemberErrors(storage, subject, members, addGroupMembers(storage, group, members))
}

/** Keeps the group, even without members. @throws AppError NoSuchGroup, NoSuchUser, AccessDenied */
export async function removeMembers(storage: StorageClient, group: string, members: string[]): Promise<void> {
  const subject = { action: UPDATE_MEMBERS, group }
  await withMemberErrors(storage, subject, members, removeGroupMembers(storage, group, members))
}

async function withMemberErrors(
  storage: StorageClient,
  subject: Subject,
  members: readonly string[],
  change: Promise<void>,
): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const known = NAME_REASONS[error.code]
    if (known !== undefined) throw new AppError('InvalidGroupName', { reason: known }, { cause: error })
    const isUnknown = error.code === 'XMinioAdminNoSuchUser'
    throw toAppError(error, { ...subject, user: isUnknown ? await missingOf(storage, members) : '' })
  }
}

/** Codes that mean something else in other calls. */
const NAME_REASONS: Readonly<Record<string, Text>> = {
  XMinioInvalidResource: reasonText('edgeSpace'),
  XMinioInvalidResourceName: reasonText('onlyDots'),
  XMinioInvalidObjectName: reasonText('tooLong'),
}

/** The users that don't exist, joined; all of them if the visitor may not list users. */
async function missingOf(storage: StorageClient, members: readonly string[]): Promise<string> {
  try {
    const existing = new Set((await listUsers(storage)).map(({ name }) => name))
    return members.filter((member) => !existing.has(member)).join(', ')
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return members.join(', ')
  }
}
