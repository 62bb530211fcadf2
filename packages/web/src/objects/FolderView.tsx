import { SELECTION_LIMIT } from '@cooperage/contract'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { ListFooter, ListPage, Toolbar } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { DataTable, type TableSelection } from '../shared/table/DataTable.tsx'
import { useMoreColumns } from '../shared/table/use-more-columns.ts'
import { useRowSelection } from '../shared/table/use-row-selection.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { type NamedFile, uploadFiles } from '../transfers/index.ts'
import { useFolderCrumbs } from './browser-crumbs.tsx'
import { useBulk } from './bulk/use-bulk.tsx'
import { VersionsMenu } from './change-versions/VersionsMenu.tsx'
import { useChanges } from './changes.ts'
import { useCopying } from './copy/use-copying.tsx'
import { DropArea } from './DropArea.tsx'
import { DeletedButton } from './deleted/DeletedButton.tsx'
import { downloadSelection } from './downloads.ts'
import { crumbsOf, type Entry, entryPath, filterEntries, isFolder, leafName, outermost, placeOf } from './entry.ts'
import { entryColumns } from './entry-columns.tsx'
import { FolderActions } from './FolderActions.tsx'
import { FolderPlaceholder } from './FolderPlaceholder.tsx'
import { FolderSummary, useSelectionSummary } from './FolderSummary.tsx'
import { folderPages } from './folder-listing.ts'
import { GrantButton } from './GrantButton.tsx'
import { GoToButton } from './go-to/GoToButton.tsx'
import { useFolderLook } from './grid/folder-view.ts'
import { ViewButtons } from './grid/ViewButtons.tsx'
import { CreateFolderModal, FolderGrid, FolderPane } from './index.ts'
import { selectedContents } from './job-rows.ts'
import classes from './objects.module.css'
import { RewindButton } from './rewind/RewindButton.tsx'
import { withPrefixMatches } from './search/prefix-matches.ts'
import { SearchTools } from './search/SearchTools.tsx'
import { searchPages } from './search/search-pages.ts'
import { usePrefixMatches } from './search/use-prefix-matches.ts'
import { UploadsButton } from './uploads/UploadsButton.tsx'
import { useEntryActions } from './use-entry-actions.tsx'
import { useFolderRights } from './use-folder-rights.ts'
import { useListing } from './use-listing.ts'
import { useLoadingText } from './use-loading-text.ts'
import { useRefreshAfterUploads } from './use-refresh-after-uploads.ts'
import { useSelectionDialogs } from './use-selection-dialogs.tsx'

const loadMoreColumns = async () => (await import('./more-columns.tsx')).moreObjectColumns
const keyOf = (entry: Entry) => entry.key
/** A folder and a pane beside the menu. */
const WIDE_ENOUGH = '(min-width: 1100px)'
const foldersFirst = (entry: Entry) => (isFolder(entry) ? 0 : 1)

interface FolderViewProps {
  bucket: string
  /** '' for the bucket itself, otherwise with a final slash. */
  prefix: string
  /** The text to search for in names below the folder, at any depth; '' to show the folder itself. */
  deep: string
}

export function FolderView({ bucket, prefix, deep }: FolderViewProps) {
  const t = useTexts('objects')
  const { push } = useNavigation()
  const title = crumbsOf(bucket, prefix).at(-1)?.name ?? bucket
  const crumbs = useFolderCrumbs(bucket, prefix)
  usePageTitle(plainName(title))

  const isDeep = deep !== ''
  const { listing, state } = useListing(() =>
    isDeep ? searchPages(bucket, prefix, deep) : folderPages(bucket, prefix),
  )
  const [isStopped, setStopped] = useState(false)
  // A search is repeated only by the user: it may take long.
  const refresh = isDeep ? undefined : listing.refresh
  useRefreshAfterUploads(bucket, prefix)

  const [search, setSearch] = useState('')
  const prefixMatches = usePrefixMatches(bucket, prefix, search, isDeep || state.isComplete)
  const rows = useMemo(
    () => withPrefixMatches(filterEntries(state.rows, prefix, search), prefixMatches),
    [state.rows, prefix, search, prefixMatches],
  )
  const selection = useRowSelection(rows, keyOf, state.isComplete || isStopped)
  const { selected, clear, drop } = selection
  const takeAway = useCallback(
    (isDeleted: (key: string) => boolean) => {
      listing.remove(isDeleted)
      drop(isDeleted)
    },
    [listing, drop],
  )
  useChanges(bucket, prefix, refresh, takeAway)

  const rights = useFolderRights(bucket, state.error?.code === 'NoSuchBucket')
  const { readDenied, writeDenied, deleteDenied, rewindDenied } = rights
  const contents = useMemo(
    () => selectedContents(selected, { rows, isComplete: state.isComplete, search, deep }),
    [selected, rows, state.isComplete, search, deep],
  )
  const copying = useCopying({ bucket, prefix, readDenied, writeDenied, deleteDenied, contents })
  const bulk = useBulk({ bucket, prefix, hasSelection: selected.size > 0, contents })
  const { rowActions, onDelete, onPreview, dialog } = useEntryActions({
    bucket,
    prefix,
    rights,
    rows,
    contents,
    copyActions: copying.rowActions,
  })
  const creation = useDialogs({
    folder: (close) => <CreateFolderModal bucket={bucket} prefix={prefix} onClose={close} />,
  })
  const pathsOf = () => outermost([...selected], prefix).sort()
  const other = useSelectionDialogs({ bucket, prefix, pathsOf, readDenied })
  const upload = (files: readonly NamedFile[]) => void uploadFiles(bucket, prefix, files)

  const { has } = useFolderLook()
  const isWide = useMediaQuery(WIDE_ENOUGH) ?? false
  const hasPane = has('pane') && isWide
  const [shownKey, setShownKey] = useState('')
  const onShow = (entry: Entry) => (hasPane && !isFolder(entry) ? () => setShownKey(entry.key) : undefined)

  const more = useMoreColumns(loadMoreColumns, bucket, state.isLoaded)
  const columns = useMemo(
    () => [
      ...entryColumns<Entry>({
        name: t('columns.name'),
        date: t('columns.modified'),
        size: t('columns.size'),
        prefix,
        pathOf: (entry) => entryPath(bucket, entry),
        isLinked: (entry) => !hasPane || isFolder(entry),
      }),
      ...more,
    ],
    [t, bucket, prefix, hasPane, more],
  )
  const chosenRows = () => {
    const chosen = new Set(outermost([...selected], prefix))
    return rows.filter((entry) => chosen.has(entry.key))
  }
  const nameOf = useCallback((entry: Entry) => plainName(leafName(entry.key, prefix)), [prefix])

  const isLoading = !state.isLoaded && !state.error && !isStopped
  const slowText = useLoadingText(isLoading)
  const loadingText = isDeep ? t('deep.scanning', { count: state.looked, number: formatCount(state.looked) }) : slowText
  const stop = () => {
    setStopped(true)
    listing.stop()
  }
  const resume = () => {
    setStopped(false)
    listing.resume()
  }

  const summary = useSelectionSummary(state, selection, rows.length)
  const growing = selection.isGrowing ? t('selectingAll') : undefined
  const tableSelection: TableSelection = {
    ...selection,
    summary,
    actions: [
      {
        id: 'download',
        label: t('download.selected'),
        icon: IconDownload,
        disabledReason: growing ?? (selected.size > SELECTION_LIMIT ? t('download.tooMuch') : undefined),
        onSelect: () => downloadSelection(bucket, prefix, pathsOf()),
      },
      {
        id: 'delete',
        label: t('deleteSelected'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: deleteDenied ?? growing,
        onSelect: () => onDelete(chosenRows()),
      },
      ...[...copying.menuOf(chosenRows), ...bulk.menuOf(chosenRows), ...other.menu].map((entry) => ({
        ...entry,
        isInMenu: true,
        disabledReason: growing ?? entry.disabledReason,
      })),
    ],
  }
  const instead = (
    <FolderPlaceholder
      prefix={prefix}
      onRetry={resume}
      state={state}
      search={search}
      deep={deep}
      isStopped={isStopped}
      isReadOnly={writeDenied !== undefined}
      onFiles={upload}
    />
  )
  const place = placeOf(bucket, prefix)
  return (
    <DropArea place={place} disabledReason={writeDenied} onFiles={upload}>
      <ListPage>
        <PageHeader
          crumbs={crumbs}
          title={<ObjectName name={title} />}
          below={isDeep && t('deep.below', { place, text: plainName(deep) })}
        >
          <FolderActions uploadDenied={writeDenied} onCreateFolder={() => creation.open('folder')} onFiles={upload} />
        </PageHeader>
        <Toolbar>
          <SearchTools
            bucket={bucket}
            prefix={prefix}
            deep={deep}
            search={search}
            onSearch={(value) => {
              // Actions on selected rows must not affect rows that a search hides.
              clear()
              setSearch(value)
            }}
            isStopped={isStopped}
            onStop={isDeep && (isStopped || state.isBusy) ? (isStopped ? resume : stop) : undefined}
          />
          <RefreshButton
            isBusy={state.isBusy}
            onClick={() => {
              setStopped(false)
              listing.refresh()
            }}
          />
          <RewindButton bucket={bucket} prefix={prefix} rewind="" disabledReason={rewindDenied} />
          <VersionsMenu
            bucket={bucket}
            prefix={prefix}
            selected={chosenRows}
            disabledReason={rewindDenied ?? (selection.isGrowing ? t('selectingAll') : undefined)}
          />
          <DeletedButton bucket={bucket} prefix={prefix} text={deep || search} disabledReason={rewindDenied} />
          <GoToButton />
          <GrantButton bucket={bucket} prefix={prefix} />
          <UploadsButton bucket={bucket} />
          <ViewButtons />
        </Toolbar>
        {state.isLoaded && state.error && <StaleNotice error={state.error} onRetry={resume} />}
        <div className={classes.panes}>
          {has('grid') ? (
            <FolderGrid
              bucket={bucket}
              prefix={prefix}
              label={plainName(title)}
              rows={rows}
              canRead={readDenied === undefined}
              actions={rowActions}
              selection={tableSelection}
              onShow={onShow}
              onOpen={(entry) =>
                isFolder(entry) || readDenied !== undefined ? push(entryPath(bucket, entry)) : onPreview(entry)
              }
              isLoading={isLoading}
              instead={instead}
            />
          ) : (
            <DataTable
              id="objects"
              label={plainName(title)}
              columns={columns}
              rows={rows}
              rowId={keyOf}
              rowName={nameOf}
              rank={foldersFirst}
              onOpen={(entry) => () => push(entryPath(bucket, entry))}
              onShow={onShow}
              actions={rowActions}
              selection={tableSelection}
              sortDisabledReason={state.isComplete ? undefined : t('sortWhenComplete')}
              isLoading={isLoading}
              loadingText={loadingText}
              instead={instead}
            />
          )}
          {hasPane && <FolderPane bucket={bucket} objectKey={shownKey} canRead={readDenied === undefined} />}
        </div>
        <ListFooter>{(state.isLoaded || isStopped) && <FolderSummary state={state} isDeep={isDeep} />}</ListFooter>
        {creation.dialog}
        {dialog}
        {copying.dialog}
        {bulk.dialog}
        {other.dialog}
      </ListPage>
    </DropArea>
  )
}
