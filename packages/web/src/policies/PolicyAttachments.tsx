import { listPolicyGroups, listPolicyUsers } from '@cooperage/contract'
import { IconEye, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { groupPath, groupsPath } from '../navigation/paths/groups.ts'
import { userPath, usersPath } from '../navigation/paths/users.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import classes from './policies.module.css'

const NONE: readonly string[] = []
const same = (name: string) => name
const textsOf = (name: string) => [name]

/** The users and groups that a policy is attached to directly. */
export function useAttachments(name: string) {
  const users = useApiQuery(listPolicyUsers, { params: { name } })
  const groups = useApiQuery(listPolicyGroups, { params: { name } })
  return { users, groups }
}

/** The users or groups that a policy is attached to. A row opens its page, for who may open it. */
export function PolicyAttachments({ name, kind }: { name: string; kind: 'users' | 'groups' }) {
  const t = useTexts('policies')
  const { push } = useNavigation()
  const list = useAttachments(name)[kind]
  const pages = useSession()?.pages ?? NONE
  const opens = pages.some((page) => page.startsWith(`/${kind}/:`))
  const pathOf = kind === 'users' ? userPath : groupPath
  const principals = kind === 'users' ? usersPath() : groupsPath()
  const columns = useMemo<Column<string>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(220px, 1fr)',
        name: same,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<string>[]>(
    () =>
      opens
        ? [
            {
              id: 'view',
              label: t('attachments.view'),
              icon: IconEye,
              to: (name) => pathOf(name),
            },
          ]
        : [],
    [t, opens, pathOf],
  )
  const isOfUsers = kind === 'users'
  return (
    <div className={classes.attachments}>
      <ResourceList
        query={list}
        label={t(isOfUsers ? 'tabs.users' : 'tabs.groups')}
        columns={columns}
        rows={list.data ?? NONE}
        rowId={same}
        rowName={same}
        onOpen={(name) => (opens ? () => push(pathOf(name)) : undefined)}
        actions={actions}
        search={{
          label: t(isOfUsers ? 'attachments.usersSearch' : 'attachments.groupsSearch'),
          texts: textsOf,
          isCaseSensitive: true,
        }}
        empty={{
          icon: isOfUsers ? IconUser : IconUsersGroup,
          title: t(isOfUsers ? 'attachments.noUsers' : 'attachments.noGroups'),
          hint: t(isOfUsers ? 'attachments.noUsersHint' : 'attachments.noGroupsHint'),
          action: pages.includes(principals) && (
            <AppLink to={principals}>{t(isOfUsers ? 'attachments.openUsers' : 'attachments.openGroups')}</AppLink>
          ),
        }}
        count={(count) => count > 0 && t(isOfUsers ? 'attachments.users' : 'attachments.groups', { count })}
      />
    </div>
  )
}
