import { changeLdapPolicies, listLdapPolicies, type RouteResponse } from '@cooperage/contract'
import { IconLinkOff, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { AttachPoliciesModal, useDenied } from './index.ts'

type Attachment = RouteResponse<typeof listLdapPolicies>['attachments'][number]

/** The policies of users and groups of the directory. */
export function LdapPolicies() {
  const { t } = useTranslation('identityProviders')
  const list = useApiQuery(listLdapPolicies, {}, { refetchOnMount: 'always' })
  const invalidate = useInvalidate()
  const { changePolicies } = useDenied('', 'changePolicies')
  const [search, setSearch] = useState('')
  const [isAttaching, setAttaching] = useState(false)
  const { mutate: change } = useApiMutation(changeLdapPolicies, {
    onSuccess: async () => {
      await invalidate(listLdapPolicies)
      showNotice(t('ldap.detached'))
    },
    onError: showError,
  })
  const isOff = list.data?.enabled === false
  const all = list.data?.attachments ?? []
  const wanted = search.toLowerCase()
  const rows = all.filter(({ name, policy }) => `${name} ${policy}`.toLowerCase().includes(wanted))
  const columns = useMemo<Column<Attachment>[]>(
    () => [
      {
        id: 'name',
        header: t('ldap.columns.name'),
        width: 'minmax(240px, 3fr)',
        compare: (a, b) => (a.name < b.name ? -1 : 1),
        cell: ({ name }) => <ObjectName name={name} />,
      },
      {
        id: 'kind',
        header: t('ldap.columns.kind'),
        width: '110px',
        isNamedOnPhone: true,
        compare: (a, b) => (a.kind < b.kind ? -1 : 1),
        cell: ({ kind }) => t(`ldap.kinds.${kind}`),
      },
      {
        id: 'policy',
        header: t('ldap.columns.policy'),
        width: 'minmax(140px, 1fr)',
        isNamedOnPhone: true,
        compare: (a, b) => (a.policy < b.policy ? -1 : 1),
        cell: ({ policy }) => <ObjectName name={policy} />,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Attachment>[]>(
    () => [
      {
        id: 'detach',
        label: t('ldap.detach'),
        icon: IconLinkOff,
        isDestructive: true,
        disabledReason: () => changePolicies,
        onSelect: ({ kind, name, policy }) => change({ body: { operation: 'detach', kind, name, policies: [policy] } }),
      },
    ],
    [t, changePolicies, change],
  )
  const icon = IconUsersGroup
  const empty = isOff ? (
    <EmptyState icon={icon} title={t('ldap.off')} hint={t('ldap.offHint')} />
  ) : (
    <EmptyState icon={icon} title={t('ldap.empty')} hint={t('ldap.emptyHint')} />
  )
  return (
    <>
      <Toolbar>
        <SearchBox label={t('ldap.search')} value={search} onChange={setSearch} />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
        <ExplainedButton
          leftSection={<IconPlus size={16} />}
          disabledReason={changePolicies ?? (isOff ? t('ldap.off') : undefined)}
          onClick={() => setAttaching(true)}
        >
          {t('ldap.attach')}
        </ExplainedButton>
      </Toolbar>
      <QueryTable
        query={list}
        label={t('tabs.policies')}
        columns={columns}
        rows={rows}
        rowId={({ kind, name, policy }) => JSON.stringify([kind, name, policy])}
        rowName={({ name, policy }) => `${name} ${policy}`}
        actions={actions}
        empty={all.length > 0 ? <NoMatch search={search} /> : empty}
        count={t('ldap.count', { count: rows.length })}
      />
      {isAttaching && <AttachPoliciesModal onClose={() => setAttaching(false)} />}
    </>
  )
}
