import { IconEye, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../navigation/AppLink.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { groupsPath } from '../navigation/paths/groups.ts'
import { userPath, usersPath } from '../navigation/paths/users.ts'
import { useSession } from '../session/index.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './PolicyPage.module.css'
import { useAttachments } from './use-attachments.ts'

const NONE: readonly string[] = []
const same = (name: string) => name

/** The users or groups that a policy is attached to. A row opens the page of the user if there is one. */
export function PolicyAttachments({ name, kind }: { name: string; kind: 'users' | 'groups' }) {
  const { t } = useTranslation('policies')
  const { push } = useNavigation()
  const list = useAttachments(name)[kind]
  const [search, setSearch] = useState('')
  const all = list.data ?? NONE
  const rows = useMemo(() => all.filter((one) => one.includes(search)), [all, search])
  const pages = useSession()?.pages ?? NONE
  const opens = kind === 'users' && pages.some((page) => page.startsWith('/users/:'))
  const principals = kind === 'users' ? usersPath() : groupsPath()
  const columns = useMemo<Column<string>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(220px, 1fr)',
        compare: (a, b) => (a < b ? -1 : 1),
        cell: (one) => <ObjectName name={one} />,
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
              onSelect: (user) => push(userPath(user)),
            },
          ]
        : [],
    [t, push, opens],
  )
  const Icon = kind === 'users' ? IconUser : IconUsersGroup
  const empty = (
    <EmptyState
      icon={Icon}
      title={t(kind === 'users' ? 'attachments.noUsers' : 'attachments.noGroups')}
      hint={t(kind === 'users' ? 'attachments.noUsersHint' : 'attachments.noGroupsHint')}
      action={
        pages.includes(principals) && (
          <AppLink to={principals}>{t(kind === 'users' ? 'attachments.openUsers' : 'attachments.openGroups')}</AppLink>
        )
      }
    />
  )
  return (
    <div className={classes.attachments}>
      <Toolbar>
        <SearchBox
          label={t(kind === 'users' ? 'attachments.usersSearch' : 'attachments.groupsSearch')}
          value={search}
          onChange={setSearch}
        />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
      </Toolbar>
      <QueryTable
        query={list}
        label={t(kind === 'users' ? 'tabs.users' : 'tabs.groups')}
        columns={columns}
        rows={rows}
        rowId={same}
        rowName={same}
        onOpen={(user) => (opens ? () => push(userPath(user)) : undefined)}
        actions={actions}
        empty={all.length > 0 ? <NoMatch search={search} /> : empty}
        count={
          rows.length > 0 && t(kind === 'users' ? 'attachments.users' : 'attachments.groups', { count: rows.length })
        }
      />
    </div>
  )
}
