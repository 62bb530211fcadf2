import '../messages/en/users.ts'
import { listUsers, type User } from '@cooperage/contract'
import { Button } from '@mantine/core'
import {
  IconBan,
  IconChevronDown,
  IconCircleCheck,
  IconEye,
  IconPlus,
  IconSearchOff,
  IconShieldLock,
  IconTrash,
  IconUsers,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SetGroupsModal } from '../groups/index.ts'
import { LdapNote } from '../identity-providers/LdapNote.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { userPath } from '../navigation/paths/users.ts'
import { SetPoliciesModal } from '../policies/index.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { CaseHint } from '../shared/CaseHint.tsx'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ListPage, Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { ActionMenu, type MenuEntry } from '../shared/overlay/ActionMenu.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import { SelectionButton } from '../shared/SelectionButton.tsx'
import type { RowAction } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { usePageTitle } from '../shared/use-page-title.ts'
import type { UserChange } from './ChangeUsersDialog.tsx'
import { filterUsers, NO_FILTER, type UserFilter } from './filter-users.ts'
import { ChangeUsersDialog, CreateUserModal, DeleteUserDialog, useUserChangesDenied } from './index.ts'
import { UserFilters } from './UserFilters.tsx'
import { useUserColumns } from './use-user-columns.tsx'

const NONE: readonly User[] = []
const NOTHING: Selection = new Set()
const nameOf = (user: User) => user.accessKey

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'deleteOne'; user: User }
  | { kind: 'groups' | 'policies' | UserChange; names: readonly string[] }

/** The built-in users of the storage server (spec identity-and-settings 2). */
export function UsersPage() {
  const { t } = useTranslation(['users', 'shared'])
  usePageTitle(t('title'))
  const { push } = useNavigation()
  const own = useSession()?.accountName
  const list = useApiQuery(listUsers, {})
  const all = list.data?.users ?? NONE
  const [filter, setFilter] = useState(NO_FILTER)
  const [selected, setSelected] = useState(NOTHING)
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const isLdap = list.data?.source === 'ldap'
  const denied = useUserChangesDenied(list.data?.source)

  const rows = useMemo(() => filterUsers(all, filter), [all, filter])
  const inAnyCase = useMemo(
    () => (filter.search === '' ? 0 : filterUsers(all, { ...filter, ignoresCase: true }).length),
    [all, filter],
  )
  // Someone else may have deleted some of the selected ones.
  const chosen = useMemo(() => all.map(nameOf).filter((name) => selected.has(name)), [all, selected])
  const others = useMemo(() => chosen.filter((name) => name !== own), [chosen, own])
  const change = useCallback((part: Partial<UserFilter>) => {
    // What a filter hides must not be changed with what it shows.
    setSelected(NOTHING)
    setFilter((filter) => ({ ...filter, ...part }))
  }, [])
  const unselect = useCallback((names: readonly string[]) => {
    setSelected((selected) => selected.difference(new Set(names)))
  }, [])

  const columns = useUserColumns(own)
  const actions = useMemo<RowAction<User>[]>(
    () => [
      {
        id: 'view',
        label: t('actions.view'),
        icon: IconEye,
        onSelect: ({ accessKey }) => push(userPath(accessKey)),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: ({ accessKey }) => denied.deleteUser ?? (accessKey === own ? t('ownDelete') : undefined),
        onSelect: (user) => setDialog({ kind: 'deleteOne', user }),
      },
    ],
    [t, push, denied.deleteUser, own],
  )
  const noneSelected = chosen.length === 0 ? t('noneSelected') : undefined
  const noOthers = others.length === 0 ? t('ownSelected') : undefined
  const menu: MenuEntry[] = [
    {
      id: 'policies',
      label: t('selection.policies'),
      icon: IconShieldLock,
      disabledReason: denied.attachPolicy,
      onSelect: () => setDialog({ kind: 'policies', names: chosen }),
    },
    {
      id: 'enable',
      label: t('selection.enable'),
      icon: IconCircleCheck,
      disabledReason: denied.enableUser ?? noOthers,
      onSelect: () => setDialog({ kind: 'enable', names: others }),
    },
    {
      id: 'disable',
      label: t('selection.disable'),
      icon: IconBan,
      disabledReason: denied.enableUser ?? noOthers,
      onSelect: () => setDialog({ kind: 'disable', names: others }),
    },
    {
      id: 'delete',
      label: t('selection.delete'),
      icon: IconTrash,
      isDestructive: true,
      disabledReason: denied.deleteUser ?? noOthers,
      onSelect: () => setDialog({ kind: 'delete', names: others }),
    },
  ]
  const isNarrowed = filter.status !== '' || filter.policy !== '' || filter.group !== ''
  const empty =
    all.length === 0 ? (
      <EmptyState icon={IconUsers} title={t('empty')} hint={t(isLdap ? 'ldap.emptyHint' : 'emptyHint')} />
    ) : isNarrowed ? (
      <EmptyState icon={IconSearchOff} title={t('shared:noMatchTitle')} hint={t('noMatch')} />
    ) : (
      <NoMatch search={filter.search} />
    )
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        below={isLdap ? <LdapNote note={t('ldap.note')} link={t('ldap.link')} /> : t('purpose')}
      >
        <SelectionButton
          hasSelection={chosen.length > 0}
          leftSection={<IconUsersPlus size={16} />}
          disabledReason={denied.addToGroup ?? noneSelected}
          onClick={() => setDialog({ kind: 'groups', names: chosen })}
        >
          {t('addToGroup')}
        </SelectionButton>
        <SelectionMenu entries={menu} noneSelected={noneSelected} />
        <ExplainedButton
          leftSection={<IconPlus size={16} />}
          disabledReason={denied.createUser}
          onClick={() => setDialog({ kind: 'create' })}
        >
          {t('create')}
        </ExplainedButton>
      </PageHeader>
      <Toolbar>
        <SearchBox label={t('search')} value={filter.search} onChange={(search) => change({ search })} />
        <UserFilters users={all} status={filter.status} policy={filter.policy} group={filter.group} onChange={change} />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
      </Toolbar>
      <CaseHint
        ignoresCase={filter.ignoresCase}
        found={rows.length}
        foundInAnyCase={inAnyCase}
        isSearching={filter.search !== ''}
        onChange={(ignoresCase) => change({ ignoresCase })}
      />
      <QueryTable
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
        selection={{ selected, onChange: setSelected }}
        empty={empty}
        count={t('count', { count: rows.length, number: formatCount(rows.length) })}
      />

      {dialog?.kind === 'create' && <CreateUserModal onClose={close} />}
      {dialog?.kind === 'deleteOne' && <DeleteUserDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'groups' && <SetGroupsModal users={dialog.names} onClose={close} />}
      {dialog?.kind === 'policies' && (
        <SetPoliciesModal principals={dialog.names.map((name) => ({ kind: 'user', name }))} onClose={close} />
      )}
      {(dialog?.kind === 'delete' || dialog?.kind === 'enable' || dialog?.kind === 'disable') && (
        <ChangeUsersDialog
          change={dialog.kind}
          names={dialog.names}
          skipped={dialog.names.length < chosen.length ? own : undefined}
          onClose={close}
          onChanged={unselect}
        />
      )}
    </ListPage>
  )
}

interface SelectionMenuProps {
  entries: readonly MenuEntry[]
  /** Why nothing can be done; undefined when something can. */
  noneSelected: string | undefined
}

/** What else can be done with the selected users. */
function SelectionMenu({ entries, noneSelected }: SelectionMenuProps) {
  const { t } = useTranslation('users')
  const shared = {
    variant: 'default',
    children: t('selection.label'),
    rightSection: <IconChevronDown size={16} />,
  }
  if (noneSelected !== undefined) {
    return <SelectionButton {...shared} hasSelection={false} disabledReason={noneSelected} onClick={() => undefined} />
  }
  return (
    <ActionMenu width={200} entries={entries}>
      {(opener) => <Button {...shared} {...opener} />}
    </ActionMenu>
  )
}
