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
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../../navigation/navigation.ts'
import { objectPath } from '../../navigation/paths/objects.ts'
import { callUrl } from '../../shared/api/call.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { NoMatch } from '../../shared/NoMatch.tsx'
import { RefreshButton } from '../../shared/RefreshButton.tsx'
import { SearchBox } from '../../shared/SearchBox.tsx'
import type { RowAction } from '../../shared/table/columns.tsx'
import { QueryTable } from '../../shared/table/QueryTable.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { CopyVersionDialog } from '../copy/dialogs.ts'
import { ShareDialog, useDenied } from '../index.ts'
import { announceDownload } from '../large-download.ts'
import { CompareDialog, DeleteObjectDialog, RestoreDialog } from './dialogs.ts'
import type { NumberedVersion } from './numbered.ts'
import classes from './ObjectPage.module.css'
import { addressed, nameOf, type ObjectRef } from './object-ref.ts'
import { useChangedObject } from './use-changed.ts'
import { useVersionColumns } from './use-version-columns.tsx'
import { useVersions } from './use-versions.ts'

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

type Open = { dialog: 'share' | 'compare' | 'copy' | 'restore' | 'delete'; row: NumberedVersion }

/** The versions of the object, the newest first, each with its actions (spec object-browser 2). */
export function VersionsTable({ object, shownId, isSuspended }: VersionsTableProps) {
  const { bucket, key } = object
  const { t } = useTranslation('objectDetail')
  const { push } = useNavigation()
  const changed = useChangedObject()
  const { query, rows, isComplete } = useVersions(object)
  const columns = useVersionColumns(object, shownId)
  const denied = useDenied(bucket, 'readVersion', 'writeObject', 'deleteVersion')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const noRead = denied.readVersion
  const noWrite = denied.writeObject
  const noDelete = denied.deleteVersion

  const comparable = useMemo(() => rows.filter(hasContent), [rows])
  const noCompare = noRead ?? (comparable.length < 2 ? t('versions.compareOnly') : undefined)

  const actions = useMemo<RowAction<NumberedVersion>[]>(() => {
    return [
      {
        id: 'view',
        label: t('versions.view'),
        icon: IconEye,
        appliesTo: (row) => hasContent(row) && row.version_id !== shownId,
        onSelect: (row) => push(objectPath(bucket, key, row.version_id)),
      },
      {
        id: 'download',
        label: t('versions.download'),
        icon: IconDownload,
        appliesTo: hasContent,
        href: (row) => callUrl(downloadObject, addressed({ bucket, key, versionId: row.version_id })),
        onSelect: (row) => announceDownload(row.size),
      },
      {
        id: 'share',
        label: t('versions.share'),
        icon: IconLink,
        appliesTo: hasContent,
        disabledReason: () => noRead,
        onSelect: (row) => setOpen({ dialog: 'share', row }),
      },
      {
        id: 'compare',
        label: t('versions.compare'),
        icon: IconArrowsDiff,
        isInMenu: true,
        appliesTo: hasContent,
        disabledReason: () => noCompare,
        onSelect: (row) => setOpen({ dialog: 'compare', row }),
      },
      {
        id: 'copy',
        label: t('versions.copy'),
        icon: IconCopy,
        isInMenu: true,
        appliesTo: hasContent,
        disabledReason: () => noRead,
        onSelect: (row) => setOpen({ dialog: 'copy', row }),
      },
      {
        id: 'restore',
        label: t('versions.restore'),
        icon: IconRestore,
        // The latest version need not be restored, unless it is a delete marker.
        appliesTo: (row) => row.is_latest === row.is_delete_marker,
        disabledReason: () => noWrite,
        onSelect: (row) => setOpen({ dialog: 'restore', row }),
      },
      {
        id: 'delete',
        label: t('versions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => noDelete,
        onSelect: (row) => setOpen({ dialog: 'delete', row }),
      },
    ]
  }, [t, push, bucket, key, shownId, noRead, noCompare, noWrite, noDelete])

  const wanted = search.trim()
  const found = useMemo(() => rows.filter((row) => row.version_id.includes(wanted)), [rows, wanted])
  const count = t('versions.count', { count: rows.length, number: formatCount(rows.length) })
  const chosen = open && { bucket, key, versionId: open.row.version_id }
  return (
    <section className={classes.versions} aria-label={t('versions.label')}>
      <div className={classes.bar}>
        <h2 className={classes.heading}>{t('versions.label')}</h2>
        <SearchBox label={t('versions.search')} value={search} onChange={setSearch} />
        <RefreshButton isBusy={query.isFetching} onClick={() => void query.refetch()} />
      </div>
      <div className={classes.table} style={{ '--versions': Math.min(rows.length, TALLEST) } as CSSProperties}>
        <QueryTable
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

      {open?.dialog === 'share' && chosen && (
        <ShareDialog
          bucket={bucket}
          objectKey={key}
          versionId={chosen.versionId}
          name={nameOf(object)}
          onClose={close}
        />
      )}
      {open?.dialog === 'compare' && chosen && (
        <CompareDialog object={object} versions={comparable} versionId={chosen.versionId} onClose={close} />
      )}
      {open?.dialog === 'copy' && chosen && (
        <CopyVersionDialog
          bucket={bucket}
          source={key}
          versionId={chosen.versionId}
          size={open.row.size}
          onClose={close}
        />
      )}
      {open?.dialog === 'restore' && chosen && (
        // A delete marker can't be restored itself: the version that it hides is.
        <RestoreDialog object={open.row.is_delete_marker ? { ...chosen, versionId: '' } : chosen} onClose={close} />
      )}
      {open?.dialog === 'delete' && chosen && (
        <DeleteObjectDialog
          object={chosen}
          offered={['version']}
          isMarker={open.row.is_delete_marker}
          isSuspended={isSuspended}
          kept={{
            isHeld: open.row.legal_hold_status === 'ON',
            mode: open.row.retention_mode,
            until: open.row.retention_until_date,
          }}
          canBeKept
          onClose={close}
          onDeleted={() => {
            if (chosen.versionId === object.versionId) push(objectPath(bucket, key))
            changed()
          }}
        />
      )}
    </section>
  )
}
