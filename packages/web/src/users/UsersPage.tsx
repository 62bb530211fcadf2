import '../messages/en/users.ts'
import { listUsers, type User } from '@cooperage/contract'
import {
  IconBan,
  IconCircleCheck,
  IconEye,
  IconPlus,
  IconSearchOff,
  IconShieldLock,
  IconTrash,
  IconUserPlus,
  IconUsers,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { SetGroupsModal } from '../groups/index.ts'
import { LdapNote } from '../identity-providers/index.ts'
import { useTexts } from '../messages/use-texts.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { userPath } from '../navigation/paths/users.ts'
import { GrantAccessDialog, SetPoliciesModal, useGrantDenied } from '../policies/index.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import type { RowAction } from '../shared/table/columns.tsx'
import { placedButton, ResourceList } from '../shared/table/ResourceList.tsx'
import type { SelectionAction } from '../shared/table/SelectionBar.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import type { UserChange } from './ChangeUsersDialog.tsx'
import { filterUsers, NO_FILTER, type UserFilter } from './filter-users.ts'
import { ChangeUsersDialog, CreateUserModal, DeleteUserDialog, useUserChangesDenied } from './index.ts'
import { UserFilters } from './UserFilters.tsx'
import { useUserColumns } from './use-user-columns.tsx'

const NONE: readonly User[] = []
const NOTHING: Selection = new Set()
const nameOf = (user: User) => user.accessKey
const textsOf = (user: User) => [user.accessKey]

/** The built-in users of the storage server (spec identity-and-settings 2). */
export function UsersPage() {
  const t = useTexts(['users', 'shared'])
  usePageTitle(t('title'))
  const { push } = useNavigation()
  const own = useSession()?.accountName
  const list = useApiQuery(listUsers, {})
  const all = list.data?.users ?? NONE
  const [filter, setFilter] = useState(NO_FILTER)
  const [selected, setSelected] = useState(NOTHING)
  const isLdap = list.data?.source === 'ldap'
  const denied = useUserChangesDenied(list.data?.source)
  const grantDenied = useGrantDenied()

  const rows = useMemo(() => filterUsers(all, filter), [all, filter])
  // Someone else may have deleted some of the selected ones.
  const chosen = useMemo(() => all.map(nameOf).filter((name) => selected.has(name)), [all, selected])
  const stillThere = useMemo(() => new Set(chosen), [chosen])
  const others = useMemo(() => chosen.filter((name) => name !== own), [chosen, own])
  // What a search or a filter hides must not be changed with what it shows.
  const unselectAll = useCallback(() => setSelected(NOTHING), [])
  const change = useCallback((part: Partial<UserFilter>) => {
    setSelected(NOTHING)
    setFilter((filter) => ({ ...filter, ...part }))
  }, [])
  const unselect = useCallback((names: readonly string[]) => {
    setSelected((selected) => selected.difference(new Set(names)))
  }, [])

  const changeUsers = (change: UserChange) => (close: () => void, names: readonly string[]) => (
    <ChangeUsersDialog
      change={change}
      names={names}
      skipped={names.length < chosen.length ? own : undefined}
      onClose={close}
      onChanged={unselect}
    />
  )
  const { open, dialog } = useDialogs({
    create: (close) => <CreateUserModal onClose={close} />,
    grant: (close, name: string) => <GrantAccessDialog bucket="" owner={{ kind: 'user', name }} onClose={close} />,
    deleteOne: (close, user: User) => <DeleteUserDialog user={user} onClose={close} />,
    groups: (close, names: readonly string[]) => <SetGroupsModal users={names} onClose={close} />,
    policies: (close, names: readonly string[]) => (
      <SetPoliciesModal principals={names.map((name) => ({ kind: 'user', name }))} onClose={close} />
    ),
    enable: changeUsers('enable'),
    disable: changeUsers('disable'),
    delete: changeUsers('delete'),
  })

  const columns = useUserColumns(own)
  const actions = useMemo<RowAction<User>[]>(
    () => [
      {
        id: 'view',
        label: t('actions.view'),
        icon: IconEye,
        to: ({ accessKey }) => userPath(accessKey),
      },
      {
        id: 'grant',
        label: t('actions.grant'),
        icon: IconUserPlus,
        appliesTo: () => grantDenied !== null,
        disabledReason: () => (isLdap ? t('ldap.reason') : (grantDenied ?? undefined)),
        onSelect: ({ accessKey }) => open('grant', accessKey),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: ({ accessKey }) => denied.deleteUser ?? (accessKey === own ? t('ownDelete') : undefined),
        onSelect: (user) => open('deleteOne', user),
      },
    ],
    [t, open, denied.deleteUser, grantDenied, isLdap, own],
  )
  const ownSelected = others.length === 0 ? t('ownSelected') : undefined
  const selectionActions: SelectionAction[] = [
    {
      id: 'groups',
      label: t('addToGroup'),
      icon: IconUsersPlus,
      disabledReason: denied.addToGroup,
      onSelect: () => open('groups', chosen),
    },
    {
      id: 'policies',
      label: t('selection.policies'),
      icon: IconShieldLock,
      disabledReason: denied.attachPolicy,
      onSelect: () => open('policies', chosen),
    },
    {
      id: 'enable',
      label: t('selection.enable'),
      icon: IconCircleCheck,
      disabledReason: denied.enableUser ?? ownSelected,
      onSelect: () => open('enable', others),
    },
    {
      id: 'disable',
      label: t('selection.disable'),
      icon: IconBan,
      disabledReason: denied.enableUser ?? ownSelected,
      onSelect: () => open('disable', others),
    },
    {
      id: 'delete',
      label: t('selection.delete'),
      icon: IconTrash,
      isDestructive: true,
      disabledReason: denied.deleteUser ?? ownSelected,
      onSelect: () => open('delete', others),
    },
  ]
  const isNarrowed = filter.status !== '' || filter.policy !== '' || filter.group !== ''
  const add = placedButton(
    list,
    all,
    <ExplainedButton
      leftSection={<IconPlus size={16} />}
      disabledReason={denied.createUser}
      onClick={() => open('create')}
    >
      {t('create')}
    </ExplainedButton>,
  )
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        below={isLdap ? <LdapNote note={t('ldap.note')} link={t('ldap.link')} /> : t('purpose')}
      >
        {add.usual}
      </PageHeader>
      <ResourceList
        query={list}
        id="users"
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={nameOf}
        rowName={nameOf}
        onOpen={({ accessKey }) =>
          () =>
            push(userPath(accessKey))
          }
        actions={actions}
        selection={{ selected: stillThere, onChange: setSelected, actions: selectionActions }}
        search={{ label: t('search'), texts: textsOf, isCaseSensitive: true, onChange: unselectAll }}
        filters={
          <UserFilters
            users={all}
            status={filter.status}
            policy={filter.policy}
            group={filter.group}
            onChange={change}
          />
        }
        empty={{
          icon: IconUsers,
          title: t('empty'),
          hint: t(isLdap ? 'ldap.emptyHint' : 'emptyHint'),
          action: add.whenEmpty,
        }}
        emptyFilter={
          isNarrowed ? { icon: IconSearchOff, title: t('shared:noMatchTitle'), hint: t('noMatch') } : undefined
        }
        count={(count) => t('count', { count, number: formatCount(count) })}
      />
      {dialog}
    </ListPage>
  )
}
