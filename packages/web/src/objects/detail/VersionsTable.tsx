import { downloadObject } from '@cooperage/contract'
import {
  IconArrowsDiff,
  IconCopy,
  IconDownload,
  IconEye,
  IconLink,
  IconRestore,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react'
import { type CSSProperties, useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { objectPath } from '../../navigation/paths/objects.ts'
import { ShareDialog } from '../../share-links/index.ts'
import { callUrl } from '../../shared/api/call.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import layout from '../../shared/layout.module.css'
import { NoMatch } from '../../shared/NoMatch.tsx'
import { RefreshButton } from '../../shared/RefreshButton.tsx'
import { SearchBox } from '../../shared/SearchBox.tsx'
import type { RowAction } from '../../shared/table/columns.tsx'
import { QueryTable } from '../../shared/table/QueryTable.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { announceDownload } from '../downloads.ts'
import { CompareDialog, CopyVersionDialog, DeleteObjectDialog, RestoreDialog, useDenied } from '../index.ts'
import classes from './detail.module.css'
import { addressOf, nameOf, type ObjectRef } from './object-ref.ts'
import { useReloadObject } from './use-after-change.ts'
import { useVersionColumns } from './use-version-columns.tsx'
import { type NumberedVersion, useVersions } from './use-versions.ts'

/** Maximum height of the table, in rows. */
const TALLEST = 14
const hasContent = (row: NumberedVersion) => !row.is_delete_marker
const idOf = (row: NumberedVersion) => row.version_id

interface VersionsTableProps {
  object: ObjectRef
  /** The version that the page shows. */
  shownId: string
  isSuspended: boolean
}

/** The versions of the object, the newest first, each with its actions (spec object-browser 2). */
export function VersionsTable({ object, shownId, isSuspended }: VersionsTableProps) {
  const { bucket, key } = object
  const t = useTexts('objectDetail')
  const { push } = useNavigation()
  const reload = useReloadObject()
  const { query, rows, isComplete } = useVersions(object)
  const columns = useVersionColumns(object, shownId)
  const denied = useDenied(bucket, 'readVersion', 'writeObject', 'deleteVersion')
  const [search, setSearch] = useState('')
  const readDenied = denied.readVersion
  const writeDenied = denied.writeObject
  const deleteDenied = denied.deleteVersion

  const comparable = useMemo(() => rows.filter(hasContent), [rows])
  const compareDenied = readDenied ?? (comparable.length < 2 ? t('versions.compareOnly') : undefined)

  const refOf = ({ version_id: versionId }: NumberedVersion) => ({ bucket, key, versionId })
  const { open, dialog } = useDialogs({
    share: (close, { version_id: id }: NumberedVersion) => (
      <ShareDialog bucket={bucket} objectKey={key} versionId={id} name={nameOf(object)} onClose={close} />
    ),
    compare: (close, { version_id: id }: NumberedVersion) => (
      <CompareDialog object={object} versions={comparable} versionId={id} onClose={close} />
    ),
    copy: (close, { version_id: id, size }: NumberedVersion) => (
      <CopyVersionDialog bucket={bucket} source={key} versionId={id} size={size} onClose={close} />
    ),
    // A delete marker can't be restored itself: the version that it hides is.
    restore: (close, row: NumberedVersion) => (
      <RestoreDialog object={row.is_delete_marker ? { bucket, key, versionId: '' } : refOf(row)} onClose={close} />
    ),
    delete: (close, row: NumberedVersion) => (
      <DeleteObjectDialog
        object={refOf(row)}
        offered={['version']}
        isMarker={row.is_delete_marker}
        isSuspended={isSuspended}
        kept={{
          isHeld: row.legal_hold_status === 'ON',
          mode: row.retention_mode,
          until: row.retention_until_date,
        }}
        canBeKept
        onClose={close}
        onDeleted={() => {
          if (row.version_id === object.versionId) push(objectPath(bucket, key))
          reload()
        }}
      />
    ),
  })

  const actions = useMemo<RowAction<NumberedVersion>[]>(() => {
    return [
      {
        id: 'view',
        label: t('versions.view'),
        icon: IconEye,
        appliesTo: (row) => hasContent(row) && row.version_id !== shownId,
        to: (row) => objectPath(bucket, key, row.version_id),
      },
      {
        id: 'download',
        label: t('versions.download'),
        icon: IconDownload,
        appliesTo: hasContent,
        href: (row) => callUrl(downloadObject, addressOf({ bucket, key, versionId: row.version_id })),
        onSelect: (row) => announceDownload(row.size),
      },
      {
        id: 'share',
        label: t('versions.share'),
        icon: IconLink,
        appliesTo: hasContent,
        disabledReason: () => readDenied,
        onSelect: (row) => open('share', row),
      },
      {
        id: 'compare',
        label: t('versions.compare'),
        icon: IconArrowsDiff,
        isInMenu: true,
        appliesTo: hasContent,
        disabledReason: () => compareDenied,
        onSelect: (row) => open('compare', row),
      },
      {
        id: 'copy',
        label: t('versions.copy'),
        icon: IconCopy,
        isInMenu: true,
        appliesTo: hasContent,
        disabledReason: () => readDenied,
        onSelect: (row) => open('copy', row),
      },
      {
        id: 'restore',
        label: t('versions.restore'),
        icon: IconRestore,
        // The latest version need not be restored, unless it is a delete marker.
        appliesTo: (row) => row.is_latest === row.is_delete_marker,
        disabledReason: () => writeDenied,
        onSelect: (row) => open('restore', row),
      },
      {
        id: 'delete',
        label: t('versions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => deleteDenied,
        onSelect: (row) => open('delete', row),
      },
    ]
  }, [t, open, bucket, key, shownId, readDenied, compareDenied, writeDenied, deleteDenied])

  const wanted = search.trim()
  const found = useMemo(() => rows.filter((row) => row.version_id.includes(wanted)), [rows, wanted])
  const count = t('versions.count', { count: rows.length, number: formatCount(rows.length) })
  return (
    <section className={layout.stack} aria-label={t('versions.label')}>
      <div className={`${layout.row} ${classes.bar}`}>
        <h2 className={layout.heading}>{t('versions.label')}</h2>
        <SearchBox label={t('versions.search')} value={search} onChange={setSearch} />
        <RefreshButton isBusy={query.isFetching} onClick={() => void query.refetch()} />
      </div>
      <div className={classes.versions} style={{ '--versions': Math.min(rows.length, TALLEST) } as CSSProperties}>
        <QueryTable
          id="versions"
          query={query}
          label={t('versions.label')}
          columns={columns}
          rows={found}
          rowId={idOf}
          rowName={(row) => t('versions.name', { id: row.version_id })}
          onOpen={(row) => (row.is_delete_marker ? undefined : () => push(objectPath(bucket, key, row.version_id)))}
          actions={actions}
          empty={
            rows.length > 0 ? <NoMatch search={search} /> : <EmptyState icon={IconStack2} title={t('versions.empty')} />
          }
          count={isComplete ? count : t('versions.soFar', { summary: count })}
        />
      </div>
      {dialog}
    </section>
  )
}
