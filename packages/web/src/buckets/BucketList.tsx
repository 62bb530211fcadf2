import '../messages/en/buckets.ts'
import { formatBytes } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconBucket, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentPath, useIsAdding, useNavigation } from '../navigation/navigation.ts'
import { useHasAdmin, useSession } from '../session/index.ts'
import { ListFooter, ListPage, Toolbar } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { DataTable, type TableSelection } from '../shared/table/DataTable.tsx'
import { placedButton } from '../shared/table/ResourceList.tsx'
import { TablePlaceholder } from '../shared/table/TablePlaceholder.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { comma } from '../shared/text/punctuation.ts'
import { usePageTitle } from '../shared/use-page-title.ts'
import { type BucketRow, filterBuckets } from './bucket-rows.ts'
import { CreateBucketModal, useCan } from './index.ts'
import { UnlistedBuckets, unlistedBuckets } from './UnlistedBuckets.tsx'
import { UsageAge } from './UsageAge.tsx'
import { useBuckets } from './use-buckets.ts'

const NONE: readonly BucketRow[] = []
/** Columns of what S3 doesn't count. */
const COUNTED = new Set(['size', 'objects', 'growth'])
const nameOf = (bucket: BucketRow) => bucket.name

interface BucketListProps {
  title: string
  purpose: string
  searchLabel: string
  /** The key under which the chosen columns are stored. */
  tableId: string
  /** Names the table for screen readers. */
  tableLabel: string
  columns: readonly Column<BucketRow>[]
  actions: RowAction<BucketRow>[]
  /** The page that a row opens. */
  pathOf: (bucket: string) => string
  /** Preloads the code of the page that a row opens, once there are rows. */
  loadNext?: () => Promise<unknown>
  selection?: TableSelection | undefined
  /** Buttons before Create Bucket. */
  children?: ReactNode
}

/** A page that lists buckets: the administrator's list and the object browser's start differ in columns and row actions. */
export function BucketList(props: BucketListProps) {
  const { title, purpose, searchLabel, tableId, tableLabel, columns, actions, pathOf, loadNext, selection, children } =
    props
  const t = useTexts(['buckets', 'shared'])
  usePageTitle(title)
  const { push, replace } = useNavigation()
  const path = useCurrentPath()
  const isAdding = useIsAdding()
  const hasAdmin = useHasAdmin()
  const { rows: buckets = NONE, list, figures, refresh } = useBuckets()
  // Before the first count there are no figures, which their columns say.
  const isCounted = figures.data !== undefined && figures.data.figures.length > 0
  const { createBucket } = useCan('', 'createBucket')
  const [search, setSearch] = useState('')
  const [isCreating, setCreating] = useState(false)

  const isListed = list.data !== undefined
  useEffect(() => {
    // Preloading only: what fails to load now is loaded again, or reported, when it is opened.
    if (isListed) loadNext?.().catch(() => undefined)
  }, [isListed, loadNext])

  const rows = useMemo(() => filterBuckets(buckets, search), [buckets, search])
  const session = useSession()
  const folders = useMemo(() => unlistedBuckets(session?.folders ?? [], buckets), [session, buckets])
  const hasOnlyFolders = list.data !== undefined && buckets.length === 0 && folders.length > 0
  const create = placedButton(
    list,
    // Instead of the empty state, the folders are listed.
    hasOnlyFolders ? folders : buckets,
    createBucket === true && (
      <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
        {t('create')}
      </Button>
    ),
  )
  return (
    <ListPage>
      <PageHeader title={title} below={purpose}>
        {children}
        {create.usual}
      </PageHeader>
      <Toolbar>
        <SearchBox
          label={searchLabel}
          value={search}
          onChange={(value) => {
            // Actions on selected rows must not affect rows that a search hides.
            selection?.onChange(new Set())
            setSearch(value)
          }}
        />
        <RefreshButton isBusy={list.isFetching || figures.isFetching} onClick={refresh} />
        {list.data && hasAdmin && (
          <UsageAge
            countedAt={figures.data?.countedAt ?? ''}
            readAt={isCounted ? figures.dataUpdatedAt : 0}
            // A failure of the list itself is shown by the list.
            failure={list.error ? undefined : figures.error?.message}
          />
        )}
      </Toolbar>
      {list.data && list.error && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
      {!hasOnlyFolders && (
        <DataTable
          id={tableId}
          label={tableLabel}
          columns={hasAdmin ? columns : columns.filter(({ id }) => !COUNTED.has(id))}
          rows={rows}
          rowId={nameOf}
          rowName={nameOf}
          onOpen={(bucket) => () => push(pathOf(bucket.name))}
          actions={actions}
          selection={selection}
          isLoading={list.isPending}
          instead={
            <TablePlaceholder
              error={list.data ? null : list.error}
              onRetry={() => void list.refetch()}
              isRetrying={list.isFetching}
              isFiltered={buckets.length > 0}
              search={search}
              empty={{
                icon: IconBucket,
                title: t('empty'),
                hint: t(createBucket === true ? 'emptyHint' : 'emptyReadOnly'),
                action: create.whenEmpty,
              }}
            />
          }
        />
      )}
      {!list.isPending && folders.length > 0 && <UnlistedBuckets folders={folders} />}
      <ListFooter>
        {list.data && t('count', { count: rows.length })}
        {hasAdmin && isCounted && rows.length > 0 && comma() + t('figures.total', totalOf(rows))}
      </ListFooter>
      {(isCreating || (isAdding && createBucket === true)) && (
        <CreateBucketModal
          onClose={() => {
            setCreating(false)
            if (isAdding) replace(path)
          }}
        />
      )}
    </ListPage>
  )
}

function totalOf(rows: readonly BucketRow[]): { size: string; number: string; count: number } {
  let size = 0
  let objects = 0
  for (const { figures } of rows) {
    size += figures?.size ?? 0
    objects += figures?.objects ?? 0
  }
  return { size: formatBytes(size), number: formatCount(objects), count: objects }
}
