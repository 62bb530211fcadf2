import '../../messages/en/change-versions.ts'
import '../../messages/en/rewind.ts'
import { downloadObject } from '@cooperage/contract'
import { IconDownload, IconEye, IconHistory, IconRestore, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { folderPath, objectPath } from '../../navigation/paths/objects.ts'
import { callUrl } from '../../shared/api/call.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { ListFooter, ListPage, Toolbar } from '../../shared/ListPage.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { RefreshButton } from '../../shared/RefreshButton.tsx'
import { SearchBox } from '../../shared/SearchBox.tsx'
import { StaleNotice } from '../../shared/StaleNotice.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { TablePlaceholder } from '../../shared/table/TablePlaceholder.tsx'
import { useRowSelection } from '../../shared/table/use-row-selection.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { useFolderCrumbs } from '../browser-crumbs.tsx'
import { announceDownload } from '../downloads.ts'
import { crumbsOf, filterEntries, isFolder, leafName } from '../entry.ts'
import { entryColumns } from '../entry-columns.tsx'
import { FolderActions } from '../FolderActions.tsx'
import { FolderSummary, useSelectionSummary } from '../FolderSummary.tsx'
import { RestoreFolderDialog, useDenied } from '../index.ts'
import { useListing } from '../use-listing.ts'
import { useLoadingText } from '../use-loading-text.ts'
import { exactDate } from './moment.ts'
import { type PastEntry, pastPages } from './past-entry.ts'
import { RewindButton } from './RewindButton.tsx'

interface RewoundFolderProps {
  bucket: string
  /** '' for the bucket itself, otherwise with a final slash. */
  prefix: string
  /** An ISO time. */
  rewind: string
}

const keyOf = (entry: PastEntry) => entry.key
const foldersFirst = (entry: PastEntry) => (isFolder(entry) ? 0 : 1)
const doNothing = () => undefined

/** A folder as of an earlier time: read-only, with downloads, and what is in it can be restored (spec object-browser 4). */
export function RewoundFolder({ bucket, prefix, rewind }: RewoundFolderProps) {
  const t = useTexts(['rewind', 'objects', 'changeVersions'])
  const { push } = useNavigation()
  const title = crumbsOf(bucket, prefix).at(-1)?.name ?? bucket
  const crumbs = useFolderCrumbs(bucket, prefix, rewind)
  usePageTitle(plainName(title))
  const { listing, state } = useListing(() => pastPages(bucket, prefix, rewind))
  const [search, setSearch] = useState('')
  const rows = useMemo(() => filterEntries(state.rows, prefix, search), [state.rows, prefix, search])
  const selection = useRowSelection(rows, keyOf, state.isComplete)
  const { selected } = selection
  const summary = useSelectionSummary(state, selection, rows.length)
  const { open, dialog } = useDialogs({
    restore: (close, entries: readonly PastEntry[]) => (
      <RestoreFolderDialog
        bucket={bucket}
        prefix={prefix}
        entries={entries}
        rewind={rewind}
        onClose={close}
        onStarted={() => push(folderPath(bucket, prefix))}
      />
    ),
  })
  const { writeObject: restoreDenied } = useDenied(bucket, 'writeObject')
  const blockedReason = t('blocked')
  const pathOf = useCallback(
    (entry: PastEntry) =>
      isFolder(entry) ? folderPath(bucket, entry.key, rewind) : objectPath(bucket, entry.key, entry.versionId, rewind),
    [bucket, rewind],
  )

  const columns = useMemo<Column<PastEntry>[]>(
    () => [
      ...entryColumns<PastEntry>({
        name: t('columns.name'),
        date: t('columns.date'),
        size: t('columns.size'),
        prefix,
        pathOf,
        hasNoSize: (entry) => entry.isDeleted,
      }),
      {
        id: 'deleted',
        header: t('columns.deleted'),
        width: '100px',
        isNamedOnPhone: true,
        text: (entry) => t(entry.isDeleted ? 'yes' : 'no'),
      },
    ],
    [t, prefix, pathOf],
  )
  const actions = useMemo<RowAction<PastEntry>[]>(
    () => [
      {
        id: 'open',
        label: t('objects:actions.open'),
        icon: IconEye,
        to: (entry) => pathOf(entry),
      },
      {
        id: 'download',
        label: t('objects:actions.download'),
        icon: IconDownload,
        // An archive of a folder would contain its present objects.
        appliesTo: (entry) => !isFolder(entry),
        disabledReason: (entry) => (entry.isDeleted ? t('wasDeleted') : undefined),
        href: ({ key, versionId }) =>
          callUrl(downloadObject, { params: { bucket }, query: { prefix: key, version_id: versionId } }),
        onSelect: (entry) => announceDownload(entry.size),
      },
      {
        id: 'delete',
        label: t('objects:actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => blockedReason,
      },
    ],
    [t, bucket, pathOf, blockedReason],
  )

  const isLoading = !state.isLoaded && !state.error
  const loadingText = useLoadingText(isLoading)
  const nameOf = useCallback((entry: PastEntry) => plainName(leafName(entry.key, prefix)), [prefix])
  return (
    <ListPage>
      <PageHeader crumbs={crumbs} title={<ObjectName name={title} />} below={t('below', { moment: exactDate(rewind) })}>
        <ExplainedButton
          leftSection={<IconRestore size={16} />}
          disabledReason={restoreDenied ?? (state.isLoaded ? undefined : t('objects:loading'))}
          onClick={() => open('restore', [])}
        >
          {t('changeVersions:restoreButton')}
        </ExplainedButton>
        <FolderActions
          uploadDenied={blockedReason}
          folderDenied={blockedReason}
          onCreateFolder={doNothing}
          onFiles={doNothing}
        />
      </PageHeader>
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
        <RefreshButton isBusy={false} onClick={doNothing} disabledReason={blockedReason} />
        <RewindButton bucket={bucket} prefix={prefix} rewind={rewind} />
      </Toolbar>
      {state.isLoaded && state.error && <StaleNotice error={state.error} onRetry={listing.resume} />}
      <DataTable
        id="past-objects"
        label={plainName(title)}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={nameOf}
        rank={foldersFirst}
        onOpen={(entry) => () => push(pathOf(entry))}
        actions={actions}
        selection={{
          ...selection,
          summary,
          actions: [
            {
              id: 'restore',
              label: t('changeVersions:restoreSelected'),
              icon: IconRestore,
              disabledReason: restoreDenied ?? (selection.isGrowing ? t('objects:selectingAll') : undefined),
              onSelect: () =>
                open(
                  'restore',
                  rows.filter(({ key }) => selected.has(key)),
                ),
            },
            // Spec object-browser 4.
            {
              id: 'delete',
              label: t('objects:deleteSelected'),
              icon: IconTrash,
              isDestructive: true,
              disabledReason: blockedReason,
            },
          ],
        }}
        sortDisabledReason={state.isComplete ? undefined : t('objects:sortWhenComplete')}
        isLoading={isLoading}
        loadingText={loadingText}
        instead={
          <TablePlaceholder
            error={state.isLoaded ? null : state.error}
            onRetry={listing.resume}
            isRetrying={state.isBusy}
            isFiltered={state.rows.length > 0}
            search={search}
            notSearched={state.folderCount > 0 ? t('objects:notSearched') : undefined}
            empty={{ icon: IconHistory, title: t('empty'), hint: t('emptyHint') }}
          />
        }
      />
      <ListFooter>{state.isLoaded && <FolderSummary state={state} />}</ListFooter>
      {dialog}
    </ListPage>
  )
}
