import '../../messages/en/deleted-objects.ts'
import { LOG_SEARCH_FEATURE, listDeletedObjects } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconEye, IconRestore, IconTrashX } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { folderPath, objectPath } from '../../navigation/paths/objects.ts'
import { useSession } from '../../session/index.ts'
import { call } from '../../shared/api/call.ts'
import { ListFooter, ListPage, Toolbar } from '../../shared/ListPage.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { RefreshButton } from '../../shared/RefreshButton.tsx'
import { SearchBox } from '../../shared/SearchBox.tsx'
import { StaleNotice } from '../../shared/StaleNotice.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { TablePlaceholder } from '../../shared/table/TablePlaceholder.tsx'
import { useRowSelection } from '../../shared/table/use-row-selection.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { useFolderCrumbs } from '../browser-crumbs.tsx'
import { useChanges } from '../changes.ts'
import { crumbsOf, type Entry, filterEntries, leafName, placeOf } from '../entry.ts'
import { entryColumns } from '../entry-columns.tsx'
import { FolderSummary, useSelectionSummary } from '../FolderSummary.tsx'
import type { FetchPage } from '../folder-listing.ts'
import { UndeleteDialog, useDenied } from '../index.ts'
import { useListing } from '../use-listing.ts'
import { DeletedBy, useDeletionLoader } from './DeletedBy.tsx'

interface DeletedObjectsProps {
  bucket: string
  /** '' for the bucket itself, otherwise with a final slash. */
  prefix: string
  /** What the search box starts with. */
  text: string
}

const keyOf = (entry: Entry) => entry.key

/** The deleted objects below a folder, by name: each can be restored, alone or with others. */
export function DeletedObjects({ bucket, prefix, text }: DeletedObjectsProps) {
  const t = useTexts(['deletedObjects', 'objects'])
  const { push } = useNavigation()
  const title = crumbsOf(bucket, prefix).at(-1)?.name ?? bucket
  const crumbs = useFolderCrumbs(bucket, prefix)
  usePageTitle(plainName(title))
  const { listing, state } = useListing(() => deletedPages(bucket, prefix))
  useChanges(bucket, prefix, listing.refresh, listing.remove)
  const [search, setSearch] = useState(text)
  const rows = useMemo(() => filterEntries(state.rows, prefix, search), [state.rows, prefix, search])
  const selection = useRowSelection(rows, keyOf, state.isComplete)
  const { open, dialog } = useDialogs({
    restore: (close, entries: readonly Entry[]) => (
      <UndeleteDialog bucket={bucket} prefix={prefix} entries={entries} isChosen onClose={close} />
    ),
  })
  const { deleteVersion: restoreDenied } = useDenied(bucket, 'deleteVersion')
  const hasLog = useSession()?.features.includes(LOG_SEARCH_FEATURE) === true
  const loader = useDeletionLoader(bucket)

  const columns = useMemo<Column<Entry>[]>(() => {
    const [name, date, size] = entryColumns<Entry>({
      name: t('columns.name'),
      date: t('columns.deleted'),
      size: t('columns.size'),
      prefix,
      pathOf: ({ key }) => objectPath(bucket, key),
    })
    const by: Column<Entry> = {
      id: 'by',
      header: t('columns.by'),
      width: '180px',
      cell: (entry) => <DeletedBy bucket={bucket} entry={entry} loader={loader} />,
    }
    return [name, date && { ...date, isLargestFirst: true }, hasLog ? by : undefined, size].filter(
      (column) => column !== undefined,
    )
  }, [t, bucket, prefix, hasLog, loader])
  const actions = useMemo<RowAction<Entry>[]>(
    () => [
      {
        id: 'restore',
        label: t('restore'),
        icon: IconRestore,
        disabledReason: () => restoreDenied,
        onSelect: (entry) => open('restore', [entry]),
      },
      { id: 'open', label: t('open'), icon: IconEye, to: ({ key }) => objectPath(bucket, key) },
    ],
    [t, open, bucket, restoreDenied],
  )
  const { selected } = selection
  const summary = useSelectionSummary(state, selection, rows.length)
  const isLoading = !state.isLoaded && !state.error
  const nameOf = useCallback((entry: Entry) => plainName(leafName(entry.key, prefix)), [prefix])
  const scanned = { count: state.looked, number: formatCount(state.looked) }
  return (
    <ListPage>
      <PageHeader
        crumbs={crumbs}
        title={<ObjectName name={title} />}
        below={t('below', { place: placeOf(bucket, prefix) })}
      />
      <Toolbar>
        <SearchBox
          label={t('objects:search')}
          value={search}
          onChange={(value) => {
            // A restore must not affect rows that a search hides.
            selection.clear()
            setSearch(value)
          }}
        />
        <RefreshButton isBusy={state.isBusy} onClick={listing.refresh} />
        <ActionIcon
          variant="light"
          size={36}
          aria-pressed
          aria-label={t('show')}
          title={t('hide')}
          onClick={() => push(folderPath(bucket, prefix))}
        >
          <IconTrashX size={18} />
        </ActionIcon>
      </Toolbar>
      {state.isLoaded && state.error && <StaleNotice error={state.error} onRetry={listing.resume} />}
      <DataTable
        id="deleted-objects"
        label={plainName(title)}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={nameOf}
        onOpen={({ key }) =>
          () =>
            push(objectPath(bucket, key))
          }
        actions={actions}
        selection={{
          ...selection,
          summary,
          actions: [
            {
              id: 'restore',
              label: t('restoreSelected'),
              icon: IconRestore,
              disabledReason: restoreDenied ?? (selection.isGrowing ? t('objects:selectingAll') : undefined),
              onSelect: () =>
                open(
                  'restore',
                  rows.filter(({ key }) => selected.has(key)),
                ),
            },
          ],
        }}
        sortDisabledReason={state.isComplete ? undefined : t('objects:sortWhenComplete')}
        isLoading={isLoading}
        loadingText={t('scanning', scanned)}
        instead={
          <TablePlaceholder
            error={state.isLoaded ? null : state.error}
            onRetry={listing.resume}
            isRetrying={state.isBusy}
            isFiltered={state.rows.length > 0}
            search={search}
            empty={
              state.isComplete
                ? { icon: IconTrashX, title: t('empty'), hint: t('emptyHint') }
                : { icon: IconTrashX, title: t('scanning', scanned), hint: '' }
            }
          />
        }
      />
      <ListFooter>
        {state.isLoaded && <FolderSummary state={state} />}
        {state.isBusy && <span>{t('scanning', scanned)}</span>}
      </ListFooter>
      {dialog}
    </ListPage>
  )
}

/** Reads what is deleted below a folder; pages can be empty. The date of a row is that of its deletion. */
function deletedPages(bucket: string, prefix: string): FetchPage {
  return async (after, signal) => {
    const query = { prefix, ...(after !== '' && { after }) }
    const { objects, next, looked } = await call(listDeletedObjects, { params: { bucket }, query }, signal)
    const entries = objects.map(({ name, size, deleted_at }) => ({ key: name, size, modified: deleted_at }))
    return { entries, next, looked }
  }
}
