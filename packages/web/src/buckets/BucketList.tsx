import './buckets-messages.ts'
import { type Bucket, listBuckets } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconBucket, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../app/AppLink.tsx'
import { useNavigation } from '../app/navigation.ts'
import { paths } from '../app/paths.ts'
import { useCan, useSession } from '../session/index.ts'
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
import { usePageTitle } from '../shared/use-page-title.ts'
import { CreateBucketModal } from './CreateBucketModal.tsx'
import { filterBuckets } from './filter-buckets.ts'
import { NamedPlaces, unlistedPlaces } from './NamedPlaces.tsx'

const NONE: readonly Bucket[] = []
const nameOf = (bucket: Bucket) => bucket.name

export interface BucketListProps {
  title: string
  purpose: string
  searchLabel: string
  /** Names the table for screen readers. */
  tableLabel: string
  columns: Column<Bucket>[]
  actions: RowAction<Bucket>[]
}

/** A page that lists buckets: the administrator's and the start of the object browser differ in columns and row actions. */
export function BucketList({ title, purpose, searchLabel, tableLabel, columns, actions }: BucketListProps) {
  const { t } = useTranslation(['buckets', 'shared'])
  usePageTitle(title)
  const { push } = useNavigation()
  const list = useApiQuery(listBuckets, {})
  const { createBucket } = useCan('', 'createBucket')
  const [search, setSearch] = useState('')
  const [isCreating, setCreating] = useState(false)

  const buckets = list.data?.buckets ?? NONE
  const rows = useMemo(() => filterBuckets(buckets, search), [buckets, search])
  const session = useSession()
  const places = useMemo(() => unlistedPlaces(session?.places ?? [], buckets), [session, buckets])
  const hasOnlyPlaces = list.data !== undefined && buckets.length === 0 && places.length > 0
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
      <PageHeader title={title} below={purpose}>
        {createBucket === true && (
          <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setCreating(true)}>
            {t('create')}
          </Button>
        )}
      </PageHeader>
      <Toolbar>
        <SearchBox label={searchLabel} value={search} onChange={setSearch} />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
      </Toolbar>
      {list.data && list.error && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
      {!hasOnlyPlaces && (
        <DataTable
          label={tableLabel}
          columns={columns}
          rows={rows}
          rowId={nameOf}
          rowName={nameOf}
          onOpen={(bucket) => () => push(paths.folder(bucket.name))}
          actions={actions}
          isLoading={list.isPending}
          instead={instead()}
        />
      )}
      {!list.isPending && places.length > 0 && <NamedPlaces places={places} />}
      <ListFooter>{list.data && t('count', { count: rows.length })}</ListFooter>
      {isCreating && <CreateBucketModal onClose={() => setCreating(false)} />}
    </ListPage>
  )
}

export function bucketNameColumn(header: string): Column<Bucket> {
  return {
    id: 'name',
    header,
    width: 'minmax(220px, 1fr)',
    compare: (a, b) => (a.name < b.name ? -1 : 1),
    cell: (bucket) => (
      <AppLink to={paths.folder(bucket.name)} tabIndex={-1}>
        {bucket.name}
      </AppLink>
    ),
  }
}

export function bucketSizeColumn(header: string): Column<Bucket> {
  return {
    id: 'size',
    header,
    width: '140px',
    align: 'end',
    compare: (a, b) => a.size - b.size,
    cell: (bucket) => <Bytes bytes={bucket.size} />,
  }
}
