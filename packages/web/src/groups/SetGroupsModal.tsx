import '../messages/en/groups.ts'
import {
  addUsersToGroups,
  getEffectivePermissions,
  getGroup,
  getUser,
  listGroups,
  listUsers,
  summarizeGroups,
  updateUser,
} from '@cooperage/contract'
import { IconUsersGroup } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { PickList } from '../shared/fields/PickList.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { joinedQuery } from '../shared/table/QueryTable.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { NameChips } from '../shared/text/NameChips.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'

const NONE: readonly string[] = []
/** Calls whose responses depend on memberships, and what is read again because a group may be gone. */
const CHANGED = [listGroups, getUser, listUsers, getGroup, summarizeGroups, getEffectivePermissions]

interface SetGroupsModalProps {
  users: readonly string[]
  onClose: () => void
}

/** Sets the groups of one user; adds several users to the chosen groups. */
export function SetGroupsModal({ users, onClose }: SetGroupsModalProps) {
  const t = useTexts('groups')
  // The selection behind the dialog can change while it is open.
  const [chosen] = useState(users)
  const [only] = chosen
  if (chosen.length === 1 && only !== undefined) return <GroupsOfUser user={only} onClose={onClose} />
  const title = t('setGroups.titleMany', { count: chosen.length, number: formatCount(chosen.length) })
  return <GroupsForUsers title={title} users={chosen} onClose={onClose} />
}

interface SetGroupsOfMembersModalProps {
  group: string
  onClose: () => void
}

/** Adds the members of a group to other groups (spec identity-and-settings 2, Groups list). */
export function SetGroupsOfMembersModal({ group, onClose }: SetGroupsOfMembersModalProps) {
  const t = useTexts(['groups', 'shared'])
  const stored = useApiQuery(getGroup, { query: { name: group } }, { refetchOnMount: 'always' })
  const members = stored.data?.members ?? NONE
  const reason = () => {
    if (stored.data === undefined) return t('shared:loading')
    return members.length === 0 ? t('setGroups.noMembers') : undefined
  }
  return (
    <GroupsForUsers
      title={t('setGroups.titleMembers', { name: plainName(group) })}
      users={members}
      except={group}
      disabledReason={reason()}
      error={stored.error}
      onClose={onClose}
    />
  )
}

function GroupsOfUser({ user, onClose }: { user: string; onClose: () => void }) {
  const t = useTexts(['groups', 'shared'])
  const list = useApiQuery(listGroups, {})
  const stored = useApiQuery(getUser, { query: { name: user } }, { refetchOnMount: 'always' })
  const [chosen, setChosen] = useState<Selection>()
  const before = stored.data?.memberOf ?? NONE
  const selected = useMemo(() => chosen ?? new Set(before), [chosen, before])
  const joined = [...selected].filter((group) => !before.includes(group)).sort()
  const left = before.filter((group) => !selected.has(group))
  const names = useMemo(
    () => [...new Set([...(list.data?.groups ?? NONE), ...before])].sort(),
    [list.data?.groups, before],
  )
  const save = useChange(updateUser, {
    changes: CHANGED,
    notice: t('setGroups.saved', { name: plainName(user) }),
    goneCodes: 'any',
    onDone: onClose,
  })
  const submit = async () => {
    // Changes by others are kept: the status, and groups that were not chosen here.
    const { data } = await stored.refetch()
    if (!data) return
    const groups = [...new Set([...data.memberOf, ...joined])].filter((group) => !left.includes(group))
    save.mutate({ query: { name: user }, body: { status: data.status, groups } })
  }
  const query = joinedQuery(list, stored)
  const isLoaded = query.data !== undefined
  return (
    <ModalForm
      title={t('setGroups.title', { name: plainName(user) })}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={t('shared:save')}
      call={{ isPending: save.isPending || stored.isRefetching, error: save.error ?? (isLoaded ? stored.error : null) }}
      disabledReason={
        isLoaded ? (joined.length + left.length === 0 ? t('setGroups.unchanged') : undefined) : t('shared:loading')
      }
    >
      <PickList
        label={t('list')}
        searchLabel={t('search')}
        query={query}
        names={names}
        selected={selected}
        onChange={setChosen}
        empty={{ icon: IconUsersGroup, title: t('noGroups'), hint: t('noGroupsHint') }}
      />
      <NameChips label={t('setGroups.join')} names={joined} />
      <NameChips label={t('setGroups.leave')} names={left} />
    </ModalForm>
  )
}

interface GroupsForUsersProps {
  title: string
  users: readonly string[]
  /** A group that isn't offered. */
  except?: string
  /** Why the users can't be added to any group. */
  disabledReason?: string | undefined
  /** Why the users aren't known. */
  error?: ApiError | null
  onClose: () => void
}

function GroupsForUsers({ title, users, except, disabledReason, error = null, onClose }: GroupsForUsersProps) {
  const t = useTexts(['groups', 'shared'])
  const list = useApiQuery(listGroups, {})
  const names = useMemo(
    () => (list.data?.groups ?? NONE).filter((name) => name !== except),
    [list.data?.groups, except],
  )
  const [chosen, setChosen] = useState<Selection>(new Set())
  const groups = useMemo(() => names.filter((name) => chosen.has(name)), [names, chosen])
  // After a failure, some groups may have the users already.
  const add = useChange(addUsersToGroups, { changes: CHANGED, goneCodes: 'any' })
  if (add.isSuccess) {
    return (
      <ModalForm
        title={t('setGroups.doneTitle')}
        onClose={onClose}
        onSubmit={onClose}
        submitLabel={t('setGroups.close')}
        hasOneButton
      >
        <p role="status">{t('setGroups.done', { count: users.length, number: formatCount(users.length) })}</p>
        <NameChips label={t('list')} names={groups} />
        <NameChips label={t('setGroups.users')} names={users} />
      </ModalForm>
    )
  }
  return (
    <ModalForm
      title={title}
      onClose={onClose}
      onSubmit={() => add.mutate({ body: { groups, users: [...users] } })}
      submitLabel={t('shared:save')}
      call={{ isPending: add.isPending, error: add.error ?? error }}
      disabledReason={disabledReason ?? (groups.length === 0 ? t('setGroups.noneSelected') : undefined)}
    >
      <PickList
        label={t('list')}
        searchLabel={t('search')}
        query={list}
        names={names}
        selected={chosen}
        onChange={setChosen}
        empty={{ icon: IconUsersGroup, title: t('noGroups'), hint: t('noGroupsHint') }}
      />
      <NameChips label={t('setGroups.users')} names={users} />
    </ModalForm>
  )
}
