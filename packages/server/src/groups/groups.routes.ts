import {
  AppError,
  createGroup,
  deleteGroup,
  detailText,
  type Group,
  type GroupSummary,
  getGroup,
  listGroups,
  reasonText,
  summarizeGroups,
  updateGroup,
} from '@cooperage/contract'
import { listGroups as readGroups, removeGroup, type StorageClient, setGroupStatus } from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { runSteps, type Step } from '../shared/run-steps.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { readUserSource } from '../shared/user-source.ts'
import { addMembers, createWithMembers, readGroup, readWholeGroup, removeMembers, UPDATE_MEMBERS } from './groups.ts'

/** Groups that are read concurrently. */
const PARALLEL = 8

export function groupRoutes({ routes, services: { accounts } }: Registry): void {
  routes.withSession(listGroups, async ({ storage }) => {
    const [groups, source] = await Promise.all([
      withStorageErrors({ action: 'admin:ListGroups' }, readGroups(storage)),
      readUserSource(storage),
    ])
    return { groups: groups.sort(), total: groups.length, source }
  })

  routes.withSession(summarizeGroups, async ({ body, storage }) => {
    const groups: GroupSummary[] = []
    await inParallel(new Set(body.groups), PARALLEL, async (name) => {
      const group = await unlessMissing(readWholeGroup(storage, name))
      if (group) groups.push({ ...group, members: group.members.length })
    })
    return { groups: groups.sort((a, b) => compareText(a.name, b.name)) }
  })

  routes.withSession(createGroup, async ({ body, session, storage }) => {
    const { group, members } = body
    if (group.trim() === '') throw new AppError('InvalidGroupName', { reason: reasonText('isEmpty') })
    if (isRelativePath(group)) {
      throw new AppError('InvalidGroupName', { reason: reasonText('dotSegment') })
    }
    if (await isTaken(storage, group)) throw new AppError('GroupExists', { group })
    await createWithMembers(storage, group, members)
    accounts.forget(session)
  })

  routes.withSession(getGroup, ({ query, storage }) => readWholeGroup(storage, query.name))

  routes.withSession(updateGroup, async ({ query: { name }, body, session, storage }) => {
    const before = await readGroup(storage, name)
    const isEnabled = body.status === 'enabled'
    const [stored, wanted] = [new Set(before.members), new Set(body.members)]
    const [added, removed] = [[...wanted.difference(stored)], [...stored.difference(wanted)]]
    const steps: Step[] = []
    if (added.length > 0) steps.push({ what: detailText('stepAdded'), run: () => addMembers(storage, name, added) })
    if (removed.length > 0)
      steps.push({ what: detailText('stepRemoved'), run: () => removeMembers(storage, name, removed) })
    if (before.isEnabled !== isEnabled) {
      // Servers require it to disable a group as well.
      const subject = { action: 'admin:EnableGroup', group: name }
      const run = () => withStorageErrors(subject, setGroupStatus(storage, name, isEnabled))
      steps.push({ what: detailText('stepStatus'), run })
    }
    await runSteps(steps)
    accounts.forget(session)
    return await readWholeGroup(storage, name)
  })

  routes.withSession(deleteGroup, async ({ query: { name }, session, storage }) => {
    await withStorageErrors({ action: UPDATE_MEMBERS, group: name }, removeGroup(storage, name))
    accounts.forget(session)
  })
}

/** Storage servers create such a group, but no call that has its name in the address finds it. */
function isRelativePath(name: string): boolean {
  return name.split('/').some((part) => part === '.' || part === '..')
}

async function unlessMissing(reading: Promise<Group>): Promise<Group | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && error.code === 'NoSuchGroup') return undefined
    throw error
  }
}

/** Creating a group that exists would add the members to it. @throws AppError AccessDenied if the visitor may neither read nor list groups */
async function isTaken(storage: StorageClient, group: string): Promise<boolean> {
  try {
    await readGroup(storage, group)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'NoSuchGroup') return false
    if (error.code !== 'AccessDenied') throw error
    return (await withStorageErrors({ action: 'admin:ListGroups' }, readGroups(storage))).includes(group)
  }
}
