import '../messages/en/account.ts'
import { type AccountKey, deleteServiceAccount, listAccountKeys } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { DeletionDialog } from '../shared/DeletionDialog.tsx'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ListPage, Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column, RowAction } from '../shared/table/columns.ts'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'

const CreateServiceAccountModal = lazy(async () => ({
  default: (await import('./CreateServiceAccountModal.tsx')).CreateServiceAccountModal,
}))

const NONE: readonly AccountKey[] = []
const keyOf = ({ accessKey }: AccountKey) => accessKey

/** The visitor's account and its access keys (spec identity-and-settings 2, Account page). */
export function AccountPage() {
  const { t } = useTranslation('account')
  usePageTitle(t('title'))
  const hasOnlyThisPage = useSession()?.pages.length === 1
  const list = useApiQuery(listAccountKeys, {})
  const [search, setSearch] = useState('')
  const [isCreating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<string>()
  const all = list.data ?? NONE
  const rows = useMemo(() => all.filter((key) => matches(key, search)), [all, search])

  const columns = useMemo<Column<AccountKey>[]>(
    () => [
      {
        id: 'accessKey',
        header: t('columns.accessKey'),
        width: 'minmax(220px, 1fr)',
        compare: (a, b) => (a.accessKey < b.accessKey ? -1 : 1),
        cell: ({ accessKey }) => <ObjectName name={accessKey} />,
      },
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(140px, 1fr)',
        compare: (a, b) => a.name.localeCompare(b.name),
        cell: ({ name, description }) => <span title={description}>{name}</span>,
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '120px',
        cell: ({ enabled }) => t(enabled ? 'status.enabled' : 'status.disabled'),
      },
      {
        id: 'policy',
        header: t('columns.policy'),
        width: '190px',
        cell: ({ restricted }) => t(restricted ? 'policy.restricted' : 'policy.inherited'),
      },
      {
        id: 'expiry',
        header: t('columns.expiry'),
        width: '220px',
        isNamedOnPhone: true,
        compare: (a, b) => endOf(a) - endOf(b),
        cell: ({ expiry }) => (expiry === '' ? t('never') : <Timestamp iso={expiry} />),
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<AccountKey>[]>(
    () => [
      {
        id: 'delete',
        label: t('delete.action'),
        icon: <IconTrash size={18} stroke={1.6} />,
        isDestructive: true,
        onSelect: ({ accessKey }) => setDeleting(accessKey),
      },
    ],
    [t],
  )
  const empty = <EmptyState icon={<IconKey size={28} stroke={1.5} />} title={t('empty')} hint={t('emptyHint')} />
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t(hasOnlyThisPage ? 'onlyPage' : 'purpose')}>
        <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setCreating(true)}>
          {t('create')}
        </Button>
      </PageHeader>
      <Toolbar>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
      </Toolbar>
      <QueryTable
        query={list}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={keyOf}
        actions={actions}
        empty={all.length > 0 ? <NoMatch search={search} /> : empty}
        count={t('count', { count: rows.length })}
      />
      <Suspense>{isCreating && <CreateServiceAccountModal onClose={() => setCreating(false)} />}</Suspense>
      {deleting !== undefined && (
        <DeletionDialog
          route={deleteServiceAccount}
          input={{ params: { accessKey: deleting } }}
          list={listAccountKeys}
          gone={['NoSuchServiceAccount']}
          title={t('delete.title', { accessKey: deleting })}
          deletedNotice={t('delete.done', { accessKey: deleting })}
          onClose={() => setDeleting(undefined)}
        >
          <p>{t('delete.note')}</p>
        </DeletionDialog>
      )}
    </ListPage>
  )
}

/** Case does not count (spec identity-and-settings 2). */
function matches({ accessKey, name }: AccountKey, search: string): boolean {
  const wanted = search.toLowerCase()
  return accessKey.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)
}

function endOf({ expiry }: AccountKey): number {
  return expiry === '' ? Number.POSITIVE_INFINITY : Date.parse(expiry)
}
