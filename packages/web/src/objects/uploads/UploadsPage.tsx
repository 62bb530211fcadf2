import layout from '../../shared/layout.module.css'
import '../../messages/en/incomplete-uploads.ts'
import type { IncompleteUpload } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconCircleX, IconCloudUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { uploadsPath } from '../../navigation/paths/objects.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { ListPage, Toolbar } from '../../shared/ListPage.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { RefreshButton } from '../../shared/RefreshButton.tsx'
import { SearchBox } from '../../shared/SearchBox.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { QueryTable } from '../../shared/table/QueryTable.tsx'
import { useRowSelection } from '../../shared/table/use-row-selection.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { RelativeTime } from '../../shared/text/RelativeTime.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { useFolderCrumbs } from '../browser-crumbs.tsx'
import { useDenied } from '../index.ts'
import { AbortDialog } from './AbortDialog.tsx'
import { useUploads } from './use-uploads.ts'

// An upload id has no line break.
const idOf = ({ name, upload_id }: IncompleteUpload) => `${upload_id}\n${name}`

/** The incomplete uploads of a bucket: they take up space until they are aborted. */
export function UploadsPage({ bucket }: { bucket: string }) {
  const t = useTexts(['incompleteUploads', 'objects'])
  usePageTitle(t('title'))
  const crumbs = useFolderCrumbs(bucket, '')
  const { abortUpload: abortDenied } = useDenied(bucket, 'abortUpload')
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const { open, dialog } = useDialogs({
    abort: (close, uploads: readonly IncompleteUpload[]) => (
      <AbortDialog bucket={bucket} uploads={uploads} onClose={close} />
    ),
  })
  const { query, rows, isComplete } = useUploads(bucket, name)
  const selection = useRowSelection(rows, idOf, isComplete)
  const { selected } = selection
  const find = (wanted: string) => {
    selection.clear()
    setTyped(wanted)
    setName(wanted)
  }

  const columns = useMemo<Column<IncompleteUpload>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(240px, 1fr)',
        name: ({ name }) => name,
        cell: (upload) => (
          <span title={plainName(upload.name)}>
            <ObjectName name={upload.name} />
          </span>
        ),
      },
      {
        id: 'started',
        header: t('columns.started'),
        width: '190px',
        text: ({ started }) => started,
        cell: ({ started }) => <RelativeTime iso={started} />,
      },
      {
        id: 'id',
        header: t('columns.id'),
        width: 'minmax(180px, 0.6fr)',
        cell: ({ upload_id }) => <bdi title={upload_id}>{upload_id}</bdi>,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<IncompleteUpload>[]>(
    () => [
      {
        id: 'abort',
        label: t('abort'),
        icon: IconCircleX,
        isDestructive: true,
        disabledReason: () => abortDenied,
        onSelect: (upload) => open('abort', [upload]),
      },
    ],
    [t, open, abortDenied],
  )

  // Without those that were aborted.
  const chosen = rows.filter((row) => selected.has(idOf(row)))
  const counted = t('count', { count: rows.length, number: formatCount(rows.length) })
  const summary = isComplete ? counted : t('soFar', { summary: counted })
  return (
    <ListPage>
      <PageHeader
        crumbs={[...crumbs, { to: uploadsPath(bucket), label: t('title') }]}
        title={t('title')}
        below={t('purpose')}
      />
      <Toolbar>
        <SearchBox label={t('search')} value={typed} onChange={setTyped} onEnter={() => find(typed)} />
        <ExplainedButton
          variant="default"
          disabledReason={typed === '' ? t('findFirst') : undefined}
          onClick={() => find(typed)}
        >
          {t('find')}
        </ExplainedButton>
        {name !== '' && (
          <Button variant="default" onClick={() => find('')}>
            {t('all')}
          </Button>
        )}
        <RefreshButton isBusy={query.isFetching} onClick={() => void query.refetch()} />
      </Toolbar>
      {name === '' && <p className={layout.note}>{t('minioNote')}</p>}
      <QueryTable
        query={query}
        id="incomplete-uploads"
        label={t('table', { bucket })}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={(row) => t('row', { name: plainName(row.name), id: row.upload_id })}
        actions={actions}
        selection={{
          ...selection,
          selected: new Set(chosen.map(idOf)),
          actions: [
            {
              id: 'abort',
              label: t('abortSelected'),
              icon: IconCircleX,
              isDestructive: true,
              disabledReason: abortDenied ?? (selection.isGrowing ? t('objects:selectingAll') : undefined),
              onSelect: () => open('abort', chosen),
            },
          ],
        }}
        empty={
          <EmptyState icon={IconCloudUpload} title={t('empty')} hint={t(name === '' ? 'emptyHint' : 'emptyOfOne')} />
        }
        count={summary}
      />
      {dialog}
    </ListPage>
  )
}
