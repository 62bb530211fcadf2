import {
  AppError,
  addUsersToGroups,
  changeUserPassword,
  createUser,
  deleteUser,
  detailText,
  getUser,
  listUsers,
  MIN_ACCESS_KEY_LENGTH,
  reasonText,
  type User,
  updateUser,
} from '@cooperage/contract'
import {
  addGroupMembers,
  hasIam,
  putUser,
  listUsers as readUsers,
  removeGroupMembers,
  removeUser,
  type StorageClient,
  setUserStatus,
  type UserInfo,
} from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import { requireGroup } from '../groups/index.ts'
import type { Registry } from '../shared/feature.ts'
import { createKeyedMutex } from '../shared/keyed-mutex.ts'
import { runSteps, type Step } from '../shared/run-steps.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { readUserSource } from '../shared/user-source.ts'
import {
  findUser,
  readUser,
  requireNotReplaced,
  requireSecretKey,
  requireUser,
  withNewUserErrors,
  withUserErrors,
} from './users.ts'

export function userRoutes({ routes, services: { accounts } }: Registry): void {
  // The call that creates a user also replaces the secret key and the status of an existing one, so nothing else may change
  // the user between the check and the call. Storage servers have no condition for that, so the lock covers this console only.
  const withLock = createKeyedMutex()

  routes.withSession(listUsers, async ({ storage }) => {
    const [all, source] = await Promise.all([
      withStorageErrors({ action: 'admin:ListUsers' }, readUsers(storage)),
      readUserSource(storage),
    ])
    return { users: all.map(toUser).sort((a, b) => compareText(a.accessKey, b.accessKey)), source }
  })

  routes.withSession(createUser, async ({ body, storage }) => {
    const { accessKey: name, secretKey } = body
    const groups = [...new Set(body.groups)].sort()
    requireAccessKey(name)
    // Users of IAM have none: they get access keys.
    if (!(await withStorageErrors({}, hasIam(storage)))) requireSecretKey(secretKey)
    for (const group of groups) await requireGroup(storage, group)
    const create = async () => {
      if (await findUser(storage, name)) throw new AppError('UserExists', { user: name })
      await withNewUserErrors(name, putUser(storage, { name, secretKey, isEnabled: true }))
      await requireNotReplaced(storage, name, secretKey)
    }
    await runSteps([
      { what: detailText('stepUser', { name }), run: () => withLock(name, create) },
      ...joinSteps(storage, groups, [name]),
    ])
    return { accessKey: name, status: 'enabled' as const, memberOf: groups, policy: [], updatedAt: '' }
  })

  routes.withSession(getUser, async ({ query, storage }) => {
    const [user, source] = await Promise.all([readUser(storage, query.name), readUserSource(storage)])
    return { ...toUser(user), source }
  })

  routes.withSession(updateUser, async ({ query: { name }, body, session, storage }) => {
    const before = await requireUser(storage, name)
    const groups = body.groups ?? before.groups
    const isEnabled = body.status === 'enabled'
    const steps: Step[] = []
    if (before.isEnabled !== isEnabled) {
      if (!isEnabled) await refuseOwn(session, storage, name, OWN_USER.disable)
      steps.push({
        what: detailText('stepStatus'),
        run: () => withLock(name, () => setStatus(storage, name, isEnabled)),
      })
    }
    const joined = groups.filter((group) => !before.groups.includes(group))
    for (const group of joined) await requireGroup(storage, group)
    steps.push(...joinSteps(storage, joined, [name]))
    for (const group of before.groups.filter((one) => !groups.includes(one))) {
      // Storage servers require the same permission as for adding a member.
      const subject = { action: 'admin:AddUserToGroup', user: name, group }
      const run = () => withStorageErrors(subject, removeGroupMembers(storage, group, [name]))
      steps.push({ what: detailText('stepGroup', { name: group }), run })
    }
    await runSteps(steps)
    accounts.forget(session)
    return toUser(await requireUser(storage, name))
  })

  routes.withSession(deleteUser, async ({ query: { name }, session, storage }) => {
    await refuseOwn(session, storage, name, OWN_USER.delete)
    const subject = { action: 'admin:DeleteUser', user: name }
    await withLock(name, () => withUserErrors(subject, removeUser(storage, name)))
  })

  routes.withSession(addUsersToGroups, async ({ body, session, storage }) => {
    const groups = [...new Set(body.groups)]
    for (const group of groups) await requireGroup(storage, group)
    await runSteps(joinSteps(storage, groups, [...new Set(body.users)]))
    accounts.forget(session)
  })

  routes.withSession(changeUserPassword, async ({ body, session, storage }) => {
    const { selectedUser: name, newSecretKey: secretKey } = body
    requireSecretKey(secretKey)
    await refuseOwn(session, storage, name, OWN_USER.password)
    await withLock(name, async () => {
      const { isEnabled } = await requireUser(storage, name)
      await withNewUserErrors(name, putUser(storage, { name, secretKey, isEnabled }))
    })
  })

  /** A storage server refuses some of these with a misleading error, and allows others that lock the visitor out. */
  async function refuseOwn(
    session: Session,
    storage: StorageClient,
    name: string,
    details: (typeof OWN_USER)[keyof typeof OWN_USER],
  ): Promise<void> {
    const { accountName } = await accounts.of(session, storage)
    if (name === accountName) throw new AppError('OwnUser', details)
  }
}

/** What visitors can't do with their own user, and what they do instead. */
const OWN_USER = {
  disable: { change: reasonText('ownUserDisable'), instead: reasonText('askAnotherAdministrator') },
  delete: { change: reasonText('ownUserDelete'), instead: reasonText('askAnotherAdministrator') },
  password: { change: reasonText('ownUserPassword'), instead: reasonText('changeOwnPassword') },
}

function setStatus(storage: StorageClient, name: string, isEnabled: boolean): Promise<void> {
  // Storage servers require the same permission to disable a user; none checks admin:DisableUser.
  return withUserErrors({ action: 'admin:EnableUser', user: name }, setUserStatus(storage, name, isEnabled))
}

function joinSteps(storage: StorageClient, groups: readonly string[], users: string[]): Step[] {
  return groups.map((group) => ({
    what: detailText('stepGroup', { name: group }),
    run: () => joinGroup(storage, group, users),
  }))
}

/** Adds all of the users or none. @throws AppError NoSuchUser, which names those that don't exist */
async function joinGroup(storage: StorageClient, group: string, users: string[]): Promise<void> {
  const subject = { action: 'admin:AddUserToGroup', user: users.join(', '), group }
  try {
    await withUserErrors(subject, addGroupMembers(storage, group, users))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NoSuchUser' || users.length === 1) throw error
    const known = new Set((await withStorageErrors({ action: 'admin:ListUsers' }, readUsers(storage))).map(nameOf))
    throw new AppError('NoSuchUser', { user: users.filter((name) => !known.has(name)).join(', ') }, { cause: error })
  }
}

const nameOf = ({ name }: UserInfo) => name

/** A storage server may accept them in a name, but no client can sign a request with such a name. */
const CONTROL_CHARACTER = /\p{Cc}/u

function requireAccessKey(accessKey: string): void {
  if (accessKey.length < MIN_ACCESS_KEY_LENGTH) {
    throw new AppError('InvalidAccessKey', {
      reason: reasonText('accessKeyTooShort', { minAccessKeyLength: MIN_ACCESS_KEY_LENGTH }),
    })
  }
  if (CONTROL_CHARACTER.test(accessKey)) {
    throw new AppError('InvalidAccessKey', { reason: reasonText('controlCharacter') })
  }
}

function toUser({ name, isEnabled, groups, policies, updatedAt }: UserInfo): User {
  return {
    accessKey: name,
    status: isEnabled ? 'enabled' : 'disabled',
    memberOf: groups.toSorted(),
    policy: policies.toSorted(),
    updatedAt,
  }
}
