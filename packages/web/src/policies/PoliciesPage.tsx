import '../messages/en/policies.ts'
import { listPolicies, type Policy } from '@cooperage/contract'
import { IconEye, IconPlus, IconShieldLock, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../navigation/AppLink.tsx'
import { useCurrentTab, useNavigation } from '../navigation/navigation.ts'
import { policiesPath, policyPath } from '../navigation/paths/policies.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage, Toolbar } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { NoMatch } from '../shared/NoMatch.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { CreatePolicyModal, DeletePolicyDialog, ExposurePage, PolicySimulator, useDenied } from './index.ts'

const TABS = ['list', 'simulator', 'exposure'] as const
const NONE: readonly Policy[] = []
const nameOf = (policy: Policy) => policy.name

export function PoliciesPage() {
  const { t } = useTranslation(['policies', 'shared'])
  usePageTitle(t('title'))
  const [isCreating, setCreating] = useState(false)
  const { createPolicy: noCreate } = useDenied('', 'createPolicy')
  const current = useCurrentTab()
  const tab = TABS.find((one) => one === current) ?? 'list'
  const head = (
    <>
      <PageHeader title={t('title')} below={t('purpose')}>
        <ExplainedButton
          leftSection={<IconPlus size={16} />}
          disabledReason={noCreate}
          onClick={() => setCreating(true)}
        >
          {t('create')}
        </ExplainedButton>
      </PageHeader>
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), to: policiesPath(id === 'list' ? '' : id) }))}
      />
      {isCreating && <CreatePolicyModal onClose={() => setCreating(false)} />}
    </>
  )
  // A result can be long: its page scrolls as a whole, while a list scrolls on its own.
  if (tab !== 'list') {
    return (
      <div className={layout.page}>
        {head}
        {tab === 'simulator' ? <PolicySimulator /> : <ExposurePage />}
      </div>
    )
  }
  return (
    <ListPage>
      {head}
      <PolicyList />
    </ListPage>
  )
}

function PolicyList() {
  const { t } = useTranslation(['policies', 'shared'])
  const { push } = useNavigation()
  const list = useApiQuery(listPolicies, {})
  const [search, setSearch] = useState('')
  const [deleting, setDeleting] = useState<string>()
  const all = list.data?.policies ?? NONE
  // Case-sensitive (spec core-console 5).
  const rows = useMemo(() => all.filter(({ name }) => name.includes(search)), [all, search])
  const { deletePolicy: noDelete } = useDenied('', 'deletePolicy')

  const columns = useMemo<Column<Policy>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(220px, 1fr)',
        compare: (a, b) => (a.name < b.name ? -1 : 1),
        cell: ({ name }) => (
          <AppLink to={policyPath(name)} tabIndex={-1}>
            <ObjectName name={name} />
          </AppLink>
        ),
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Policy>[]>(
    () => [
      {
        id: 'view',
        label: t('actions.view'),
        icon: IconEye,
        onSelect: ({ name }) => push(policyPath(name)),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => noDelete,
        onSelect: ({ name }) => setDeleting(name),
      },
    ],
    [t, push, noDelete],
  )
  const empty = <EmptyState icon={IconShieldLock} title={t('empty')} hint={t('emptyHint')} />
  return (
    <>
      <Toolbar>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
      </Toolbar>
      <QueryTable
        query={list}
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={nameOf}
        rowName={nameOf}
        onOpen={({ name }) =>
          () =>
            push(policyPath(name))
          }
        actions={actions}
        empty={all.length > 0 ? <NoMatch search={search} /> : empty}
        count={t('count', { count: rows.length })}
      />
      {deleting !== undefined && <DeletePolicyDialog name={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
