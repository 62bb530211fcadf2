import '../messages/en/groups.ts'
import { listGroups, summarizeGroups } from '@cooperage/contract'
import {
  IconEye,
  IconPlus,
  IconShieldLock,
  IconShieldSearch,
  IconTrash,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LdapNote } from '../identity-providers/LdapNote.tsx'
import { SetPoliciesModal } from '../policies/index.ts'
import { useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { CaseHint } from '../shared/CaseHint.tsx'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ListPage, Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { RowAction } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { usePageTitle } from '../shared/use-page-title.ts'
import {
  CreateGroupModal,
  DeleteGroupDialog,
  EditGroupModal,
  GroupPermissions,
  SetGroupsOfMembersModal,
  useDenials,
} from './index.ts'
import { useGroupColumns } from './use-group-columns.tsx'

const NONE: readonly string[] = []
const same = (name: string) => name

type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'groups' | 'policies' | 'permissions' | 'delete'; name: string }

/** The groups of built-in users (spec identity-and-settings 2). */
export function GroupsPage() {
  const { t } = useTranslation(['groups', 'shared'])
  usePageTitle(t('title'))
  const list = useApiQuery(listGroups, {})
  const invalidate = useInvalidate()
  const all = list.data?.groups ?? NONE
  const isLdap = list.data?.source === 'ldap'
  const [search, setSearch] = useState('')
  const [ignoresCase, setIgnoresCase] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const denied = useDenials()

  // Case-sensitive (spec identity-and-settings 2), unless the visitor chooses otherwise.
  const exact = useMemo(() => all.filter((name) => name.includes(search)), [all, search])
  const inAnyCase = useMemo(() => {
    const wanted = search.toLowerCase()
    return all.filter((name) => name.toLowerCase().includes(wanted))
  }, [all, search])
  const rows = ignoresCase ? inAnyCase : exact

  const ofLdap = isLdap ? t('ldap.reason') : undefined
  const columns = useGroupColumns()
  const actions = useMemo<RowAction<string>[]>(
    () => [
      {
        id: 'view',
        label: t('actions.view'),
        icon: IconEye,
        disabledReason: () => ofLdap ?? denied.getGroup,
        onSelect: (name) => setDialog({ kind: 'edit', name }),
      },
      {
        id: 'groups',
        label: t('actions.groups'),
        icon: IconUsersPlus,
        disabledReason: () => ofLdap ?? denied.getGroup ?? denied.updateMembers,
        onSelect: (name) => setDialog({ kind: 'groups', name }),
      },
      {
        id: 'policies',
        label: t('actions.policies'),
        icon: IconShieldLock,
        disabledReason: () => ofLdap ?? denied.getGroup ?? denied.attachPolicy,
        onSelect: (name) => setDialog({ kind: 'policies', name }),
      },
      {
        id: 'permissions',
        label: t('actions.permissions'),
        icon: IconShieldSearch,
        disabledReason: () => ofLdap ?? denied.getGroup,
        onSelect: (name) => setDialog({ kind: 'permissions', name }),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => ofLdap ?? denied.updateMembers,
        onSelect: (name) => setDialog({ kind: 'delete', name }),
      },
    ],
    [t, ofLdap, denied.getGroup, denied.attachPolicy, denied.updateMembers],
  )
  const empty = (
    <EmptyState icon={IconUsersGroup} title={t('noGroups')} hint={t(isLdap ? 'ldap.emptyHint' : 'emptyHint')} />
  )
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        below={isLdap ? <LdapNote note={t('ldap.note')} link={t('ldap.link')} /> : t('purpose')}
      >
        <ExplainedButton
          leftSection={<IconPlus size={16} />}
          disabledReason={ofLdap ?? denied.updateMembers}
          onClick={() => setDialog({ kind: 'create' })}
        >
          {t('create')}
        </ExplainedButton>
      </PageHeader>
      <Toolbar>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <RefreshButton isBusy={list.isFetching} onClick={() => void invalidate(listGroups, summarizeGroups)} />
      </Toolbar>
      <CaseHint
        ignoresCase={ignoresCase}
        found={exact.length}
        foundInAnyCase={inAnyCase.length}
        isSearching={search !== ''}
        onChange={setIgnoresCase}
      />
      <QueryTable
        query={list}
        id="groups"
        label={t('title')}
        // For groups of LDAP, servers have only the policies.
        columns={isLdap ? columns.slice(0, 1) : columns}
        rows={rows}
        rowId={same}
        rowName={same}
        onOpen={(name) =>
          (ofLdap ?? denied.getGroup) === undefined ? () => setDialog({ kind: 'edit', name }) : undefined
        }
        actions={actions}
        empty={all.length > 0 ? <NoMatch search={search} /> : empty}
        count={t('count', { count: rows.length, number: formatCount(rows.length) })}
      />

      {dialog?.kind === 'create' && <CreateGroupModal onClose={close} />}
      {dialog?.kind === 'edit' && <EditGroupModal name={dialog.name} onClose={close} />}
      {dialog?.kind === 'groups' && <SetGroupsOfMembersModal group={dialog.name} onClose={close} />}
      {dialog?.kind === 'permissions' && <GroupPermissions name={dialog.name} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteGroupDialog name={dialog.name} onClose={close} />}
      {dialog?.kind === 'policies' && (
        <SetPoliciesModal principals={[{ kind: 'group', name: dialog.name }]} onClose={close} />
      )}
    </ListPage>
  )
}
