import './buckets-messages.ts'
import { type Bucket, listBuckets } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconBucket, IconEye, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../app/AppLink.tsx'
import { useNavigation } from '../app/navigation.ts'
import { paths } from '../app/paths.ts'
import { useCan } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { ListFooter, ListPage, Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import type { Column, RowAction } from '../shared/table/columns.ts'
import { DataTable } from '../shared/table/DataTable.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { CreateBucketModal } from './CreateBucketModal.tsx'
import { DeleteBucketDialog } from './DeleteBucketDialog.tsx'
import { filterBuckets } from './filter-buckets.ts'

const NONE: readonly Bucket[] = []
const nameOf = (bucket: Bucket) => bucket.name

export function BucketsPage() {
  const { t } = useTranslation(['buckets', 'shared'])
  usePageTitle(t('title'))
  const { push } = useNavigation()
  const list = useApiQuery(listBuckets, {})
  const { createBucket } = useCan('', 'createBucket')
  const [search, setSearch] = useState('')
  const [isCreating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<string>()

  const columns = useMemo<Column<Bucket>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(220px, 1fr)',
        compare: (a, b) => (a.name < b.name ? -1 : 1),
        cell: (bucket) => (
          <AppLink to={paths.folder(bucket.name)} tabIndex={-1}>
            {bucket.name}
          </AppLink>
        ),
      },
      {
        id: 'created',
        header: t('columns.created'),
        width: '220px',
        compare: (a, b) => Date.parse(a.creation_date) - Date.parse(b.creation_date),
        cell: (bucket) => <Timestamp iso={bucket.creation_date} />,
      },
      {
        id: 'size',
        header: t('columns.size'),
        width: '140px',
        align: 'end',
        compare: (a, b) => a.size - b.size,
        cell: (bucket) => <Bytes bytes={bucket.size} />,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Bucket>[]>(
    () => [
      {
        id: 'view',
        label: t('actions.view'),
        icon: <IconEye size={18} stroke={1.6} />,
        onSelect: (bucket) => push(paths.folder(bucket.name)),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: <IconTrash size={18} stroke={1.6} />,
        isDestructive: true,
        onSelect: (bucket) => setDeleting(bucket.name),
      },
    ],
    [t, push],
  )

  const buckets = list.data?.buckets ?? NONE
  const rows = useMemo(() => filterBuckets(buckets, search), [buckets, search])
  const instead = () => {
    if (!list.data && list.error) {
      return <ErrorState error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
    }
    if (buckets.length > 0) return <NoMatch search={search} />
    return (
      <EmptyState
        icon={<IconBucket size={28} stroke={1.5} />}
        title={t('empty')}
        hint={t(createBucket === true ? 'emptyHint' : 'emptyReadOnly')}
      />
    )
  }

  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')}>
        {createBucket === true && (
          <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setCreating(true)}>
            {t('create')}
          </Button>
        )}
      </PageHeader>
      <Toolbar>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
      </Toolbar>
      {list.data && list.error && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={nameOf}
        rowName={nameOf}
        onOpen={(bucket) => () => push(paths.folder(bucket.name))}
        actions={actions}
        isLoading={list.isPending}
        instead={instead()}
      />
      <ListFooter>{list.data && t('count', { count: rows.length })}</ListFooter>
      {isCreating && <CreateBucketModal onClose={() => setCreating(false)} />}
      {deleting !== undefined && <DeleteBucketDialog bucket={deleting} onClose={() => setDeleting(undefined)} />}
    </ListPage>
  )
}
