import { downloadObject } from '@cooperage/contract'
import { IconDownload, IconEye, IconFolderOpen, IconLink, IconSearchOff, IconTrash } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../app/navigation.ts'
import { paths } from '../app/paths.ts'
import { PERMISSIONS, useCan } from '../session/index.ts'
import { callUrl } from '../shared/api/call.ts'
import { ListFooter, ListPage, Toolbar } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import type { RowAction } from '../shared/table/columns.ts'
import { DataTable } from '../shared/table/DataTable.tsx'
import { ListInstead } from '../shared/table/ListInstead.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { usePageTitle } from '../shared/use-page-title.ts'
import { type NamedFile, uploadFiles, useStoredCount } from '../transfers/index.ts'
import { useFolderCrumbs } from './browser-crumbs.tsx'
import { useBulk } from './bulk/use-bulk.tsx'
import { useChanges } from './changes.ts'
import { useCopying } from './copy/use-copying.tsx'
import { DropArea } from './DropArea.tsx'
import { CreateFolderModal, DeleteEntriesDialog, ShareDialog } from './dialogs.ts'
import { downloadSelection } from './download-selection.ts'
import { crumbsOf, type Entry, filterEntries, isFolder, leafName, outermost } from './entry.ts'
import { entryColumns } from './entry-columns.tsx'
import { FolderActions } from './FolderActions.tsx'
import { FolderSummary } from './FolderSummary.tsx'
import { folderPages } from './folder-listing.ts'
import { GoToButton } from './go-to/GoToButton.tsx'
import { announceDownload } from './large-download.ts'
import { RewindButton } from './rewind/RewindButton.tsx'
import { useNoRewind } from './rewind/use-no-rewind.ts'
import { SearchTools } from './search/SearchTools.tsx'
import { searchPages } from './search/search-pages.ts'
import { useBeginning } from './search/use-beginning.ts'
import { withBeginning } from './search/with-beginning.ts'
import { UploadsButton } from './uploads/UploadsButton.tsx'
import { useListing } from './use-listing.ts'
import { useLoadingText } from './use-loading-text.ts'

/** While files arrive one after the other, the listing follows at this pace. */
const REFRESH_PAUSE_MS = 800

const NOTHING: Selection = new Set()
const keyOf = (entry: Entry) => entry.key
const foldersFirst = (entry: Entry) => (isFolder(entry) ? 0 : 1)

interface FolderViewProps {
  bucket: string
  /** '' for the bucket itself, otherwise ending in a slash. */
  prefix: string
  /** What is searched for in the names below the folder, at any depth; '' to show the folder itself. */
  deep: string
}

export function FolderView({ bucket, prefix, deep }: FolderViewProps) {
  const { t } = useTranslation(['objects', 'shared'])
  const { push } = useNavigation()
  const title = crumbsOf(bucket, prefix).at(-1)?.name ?? bucket
  const crumbs = useFolderCrumbs(bucket, prefix)
  usePageTitle(plainName(title))

  const isDeep = deep !== ''
  const { listing, state } = useListing(() =>
    isDeep ? searchPages(bucket, prefix, deep) : folderPages(bucket, prefix),
  )
  const [isStopped, setStopped] = useState(false)
  useRefreshAfterUploads(bucket, prefix, isDeep ? undefined : listing.refresh)
  const can = useCan(bucket, 'readObject', 'writeObject', 'deleteObject', 'readVersioning', 'listVersions')
  const lacks = (permission: keyof typeof can) =>
    can[permission] === false ? t('lacks', { action: PERMISSIONS[permission], resource: bucket }) : undefined
  const isMissing = state.error?.code === 'NoSuchBucket'
  const noUpload = isMissing ? t('noSuchBucket') : lacks('writeObject')
  const noDelete = lacks('deleteObject')
  const noShare = lacks('readObject')
  const noRewind = useNoRewind(bucket, can)
  const copying = useCopying({ bucket, prefix, noRead: noShare, noWrite: noUpload, noDelete })

  const upload = (files: readonly NamedFile[]) => void uploadFiles(bucket, prefix, files)

  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState(NOTHING)
  const bulk = useBulk({ bucket, prefix, hasSelection: selected.size > 0 })
  const [deleting, setDeleting] = useState<readonly Entry[]>()
  const [sharing, setSharing] = useState<Entry>()
  const [isCreating, setCreating] = useState(false)
  const deselect = useCallback(
    (isGone: (key: string) => boolean) => setSelected((before) => new Set([...before].filter((key) => !isGone(key)))),
    [],
  )
  useChanges(bucket, prefix, listing, deselect)

  const columns = useMemo(
    () =>
      entryColumns<Entry>({
        name: t('columns.name'),
        date: t('columns.modified'),
        size: t('columns.size'),
        prefix,
        pathOf: (entry) => pathOf(bucket, entry),
      }),
    [t, bucket, prefix],
  )
  const actions = useMemo<RowAction<Entry>[]>(
    () => [
      {
        id: 'open',
        label: t('actions.open'),
        icon: <IconEye size={18} stroke={1.6} />,
        onSelect: (entry) => push(pathOf(bucket, entry)),
      },
      {
        id: 'download',
        label: t('actions.download'),
        icon: <IconDownload size={18} stroke={1.6} />,
        href: (entry) => callUrl(downloadObject, { params: { bucket }, query: { prefix: entry.key } }),
        onSelect: (entry) => announceDownload(entry.size),
      },
      {
        id: 'share',
        label: t('actions.share'),
        icon: <IconLink size={18} stroke={1.6} />,
        appliesTo: (entry) => !isFolder(entry),
        disabledReason: () => noShare,
        onSelect: setSharing,
      },
      ...copying.rowActions,
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: <IconTrash size={18} stroke={1.6} />,
        isDestructive: true,
        disabledReason: () => noDelete,
        onSelect: (entry) => setDeleting([entry]),
      },
    ],
    [t, push, bucket, noDelete, noShare, copying.rowActions],
  )

  const begun = useBeginning(bucket, prefix, search, isDeep || state.isComplete)
  const rows = useMemo(
    () => withBeginning(filterEntries(state.rows, prefix, search), begun),
    [state.rows, prefix, search, begun],
  )
  const isLoading = !state.isLoaded && !state.error && !isStopped
  const slowText = useLoadingText(isLoading)
  const loadingText = isDeep ? t('deep.looking', { count: state.looked, number: formatCount(state.looked) }) : slowText
  const stopOrGoOn = () => {
    setStopped(!isStopped)
    if (isStopped) listing.resume()
    else listing.stop()
  }
  const chosenRows = () => {
    const chosen = new Set(outermost([...selected], prefix))
    return rows.filter((entry) => chosen.has(entry.key))
  }
  const nameOf = useCallback((entry: Entry) => plainName(leafName(entry.key, prefix)), [prefix])

  const place = plainName(bucket + (prefix === '' ? '' : `/${prefix.slice(0, -1)}`))
  const emptyHint = prefix === '' ? t('empty.bucketHint') : t('empty.folderHint')
  return (
    <DropArea place={place} disabledReason={noUpload} onFiles={upload}>
      <ListPage>
        <PageHeader
          crumbs={crumbs}
          title={<ObjectName name={title} />}
          below={isDeep && t('deep.below', { place, text: plainName(deep) })}
        >
          <FolderActions
            selectedCount={selected.size}
            noUpload={noUpload}
            onDownloadSelected={() => downloadSelection(bucket, prefix, outermost([...selected], prefix).sort())}
            noDelete={noDelete}
            onDeleteSelected={() => setDeleting(chosenRows())}
            selectedMenu={[...copying.menuOf(chosenRows), ...bulk.menuOf(chosenRows)]}
            onCreateFolder={() => setCreating(true)}
            onFiles={upload}
          />
        </PageHeader>
        <Toolbar>
          <SearchTools
            bucket={bucket}
            prefix={prefix}
            deep={deep}
            search={search}
            onSearch={(value) => {
              // What a search hides must not be deleted with what it shows.
              setSelected(NOTHING)
              setSearch(value)
            }}
            isStopped={isStopped}
            onStop={isDeep && !state.isComplete ? stopOrGoOn : undefined}
          />
          <RefreshButton
            isBusy={state.isBusy}
            onClick={() => {
              setStopped(false)
              listing.refresh()
            }}
          />
          <RewindButton bucket={bucket} prefix={prefix} rewind="" disabledReason={noRewind} />
          <GoToButton />
          <UploadsButton bucket={bucket} />
        </Toolbar>
        {state.isLoaded && state.error && <StaleNotice error={state.error} onRetry={listing.resume} />}
        <DataTable
          id="objects"
          label={plainName(title)}
          columns={columns}
          rows={rows}
          rowId={keyOf}
          rowName={nameOf}
          rank={foldersFirst}
          onOpen={(entry) => () => push(pathOf(bucket, entry))}
          actions={actions}
          selection={{ selected, onChange: setSelected }}
          sortDisabledReason={state.isComplete ? undefined : t('sortWhenComplete')}
          isLoading={isLoading}
          loadingText={loadingText}
          instead={
            <ListInstead
              error={state.isLoaded ? null : state.error}
              onRetry={listing.resume}
              isRetrying={state.isBusy}
              isFiltered={state.rows.length > 0}
              search={search}
              notSearched={state.folderCount > 0 ? t('notSearchedYet') : undefined}
              empty={
                isDeep
                  ? {
                      icon: <IconSearchOff size={28} stroke={1.5} />,
                      title: t(isStopped ? 'deep.stopped' : 'deep.none'),
                      hint: isStopped ? t('deep.noneYet') : t('deep.noneHint', { text: plainName(deep) }),
                    }
                  : {
                      icon: <IconFolderOpen size={28} stroke={1.5} />,
                      title: t(prefix === '' ? 'empty.bucketTitle' : 'empty.folderTitle'),
                      hint: noUpload === undefined ? emptyHint : t('empty.readOnly'),
                    }
              }
            />
          }
        />
        <ListFooter>
          {(state.isLoaded || isStopped) && (
            <FolderSummary state={state} selectedCount={selected.size} isDeep={isDeep} />
          )}
        </ListFooter>
        <Suspense>
          {isCreating && <CreateFolderModal bucket={bucket} prefix={prefix} onClose={() => setCreating(false)} />}
          {sharing && (
            <ShareDialog
              bucket={bucket}
              objectKey={sharing.key}
              name={leafName(sharing.key, prefix)}
              onClose={() => setSharing(undefined)}
            />
          )}
          {deleting && (
            <DeleteEntriesDialog
              bucket={bucket}
              prefix={prefix}
              entries={deleting}
              onClose={() => setDeleting(undefined)}
              onDeleted={(isGone) => {
                if (isGone === undefined) return listing.refresh()
                deselect(isGone)
                listing.remove(isGone)
              }}
            />
          )}
        </Suspense>
        {copying.dialog}
        {bulk.dialog}
      </ListPage>
    </DropArea>
  )
}

function pathOf(bucket: string, entry: Entry): string {
  return isFolder(entry) ? paths.folder(bucket, entry.key) : paths.object(bucket, entry.key)
}

/** Reads the folder again when files have been stored in it: at once after the first, and not for each of many. */
function useRefreshAfterUploads(bucket: string, prefix: string, refresh: (() => void) | undefined): void {
  const stored = useStoredCount(bucket, prefix)
  const seen = useRef(stored)
  const refreshedAt = useRef(0)
  useEffect(() => {
    if (refresh === undefined || stored === seen.current) return
    const wait = Math.max(0, refreshedAt.current + REFRESH_PAUSE_MS - performance.now())
    const timer = setTimeout(() => {
      seen.current = stored
      refreshedAt.current = performance.now()
      refresh()
    }, wait)
    return () => clearTimeout(timer)
  }, [stored, refresh])
}
