import '../messages/en/buckets.ts'
import { listBuckets, MAX_REPLICATED_BUCKETS } from '@cooperage/contract'
import { IconCopy, IconEraser, IconEye, IconShieldSearch, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { bucketPath, principalsPath } from '../navigation/paths/buckets.ts'
import { GrantAccessDialog, useGrantDenied } from '../policies/index.ts'
import { useHasAdmin, useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { useMoreColumns } from '../shared/table/use-more-columns.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { BucketList } from './BucketList.tsx'
import { PublicBadge } from './badge/PublicBadge.tsx'
import { useExposureLoader } from './badge/use-exposure-loader.ts'
import { bucketNameColumn, bucketObjectsColumn, bucketSizeColumn } from './bucket-columns.tsx'
import type { BucketRow } from './bucket-rows.ts'
import {
  DeleteBucketDialog,
  DeleteBucketsDialog,
  EmptyBucketDialog,
  NAMES_ONLY,
  SetManyReplicationModal,
  useDenied,
} from './index.ts'
import { useGrowth } from './usage/use-growth.ts'
import { useReplicationOffer } from './use-buckets.ts'

const NOTHING: Selection = new Set()
const loadMoreColumns = async () => (await import('./more-columns.tsx')).moreBucketColumns
const pathOf = (bucket: string) => bucketPath(bucket)

export function BucketsPage() {
  const t = useTexts('buckets')
  const [selected, setSelected] = useState(NOTHING)
  const denied = useDenied('', 'deleteBucket', 'deleteObject', 'writeReplication')
  const { deleteBucket, deleteObject } = denied
  const isDistributed = useSession()?.distributedMode === true
  const hasAdmin = useHasAdmin()
  // Its targets belong to the administration of the server.
  const hasReplication = hasAdmin && isDistributed
  const offersReplication = denied.writeReplication === undefined && hasReplication
  const canReplicate = useReplicationOffer(offersReplication && selected.size > 0)
  const unselect = useCallback((names: readonly string[]) => {
    const deleted = new Set(names)
    setSelected((selection) => new Set([...selection].filter((name) => !deleted.has(name))))
  }, [])

  const grantDenied = useGrantDenied()
  const { open, dialog } = useDialogs({
    grant: (close, bucket: string) => <GrantAccessDialog bucket={bucket} onClose={close} />,
    empty: (close, bucket: string) => <EmptyBucketDialog bucket={bucket} onClose={close} />,
    delete: (close, bucket: string) => <DeleteBucketDialog bucket={bucket} onClose={close} onDeleted={unselect} />,
    deleteMany: (close, names: readonly string[]) => (
      <DeleteBucketsDialog names={names} onClose={close} onDeleted={unselect} />
    ),
    replicate: (close, buckets: readonly string[]) => (
      <SetManyReplicationModal buckets={buckets} onClose={close} onSet={unselect} />
    ),
  })

  const client = useQueryClient()
  const exposures = useExposureLoader()
  const growth = useGrowth(hasAdmin)
  const isListed = useApiQuery(listBuckets, NAMES_ONLY, { enabled: false }).data !== undefined
  const more = useMoreColumns(
    loadMoreColumns,
    useMemo(() => ({ client, exposures, growth }), [client, exposures, growth]),
    isListed,
  )
  const columns = useMemo<Column<BucketRow>[]>(
    () => [
      bucketNameColumn(t('columns.name'), pathOf, (bucket) => <PublicBadge bucket={bucket} loader={exposures} />),
      {
        id: 'created',
        header: t('columns.created'),
        width: '220px',
        text: (bucket) => bucket.creation_date,
        cell: (bucket) => <Timestamp iso={bucket.creation_date} />,
      },
      bucketSizeColumn(t('columns.size'), t('notCounted')),
      bucketObjectsColumn(t('columns.objects'), t('notCounted')),
      ...more,
    ],
    [t, exposures, more],
  )
  const actions = useMemo<RowAction<BucketRow>[]>(
    () => [
      {
        id: 'view',
        label: t('actions.view'),
        icon: IconEye,
        to: (bucket) => pathOf(bucket.name),
      },
      {
        id: 'access',
        label: t('actions.access'),
        icon: IconShieldSearch,
        appliesTo: () => hasAdmin,
        to: (bucket) => principalsPath(bucket.name),
      },
      {
        id: 'grant',
        label: t('actions.grant'),
        icon: IconUserPlus,
        isInMenu: true,
        appliesTo: () => grantDenied !== null,
        disabledReason: () => grantDenied ?? undefined,
        onSelect: (bucket) => open('grant', bucket.name),
      },
      {
        id: 'empty',
        label: t('actions.empty'),
        icon: IconEraser,
        isDestructive: true,
        disabledReason: () => deleteObject,
        onSelect: (bucket) => open('empty', bucket.name),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => deleteBucket,
        onSelect: (bucket) => open('delete', bucket.name),
      },
    ],
    [t, open, hasAdmin, grantDenied, deleteBucket, deleteObject],
  )

  const replicationDenied = () => {
    if (denied.writeReplication !== undefined) return denied.writeReplication
    if (canReplicate === false) return t('setReplicationNever')
    if (selected.size > MAX_REPLICATED_BUCKETS) return t('setReplicationMany', { limit: MAX_REPLICATED_BUCKETS })
    return undefined
  }
  const selectionActions = [
    ...(hasReplication
      ? [
          {
            id: 'replicate',
            label: t('setReplication'),
            icon: IconCopy,
            disabledReason: replicationDenied(),
            onSelect: () => open('replicate', [...selected].sort()),
          },
        ]
      : []),
    {
      id: 'delete',
      label: t('deleteSelected'),
      icon: IconTrash,
      isDestructive: true,
      disabledReason: deleteBucket,
      onSelect: () => open('deleteMany', [...selected].sort()),
    },
  ]
  return (
    <>
      <BucketList
        title={t('title')}
        purpose={t('purpose')}
        searchLabel={t('search')}
        tableId="buckets"
        tableLabel={t('title')}
        columns={columns}
        actions={actions}
        pathOf={pathOf}
        selection={
          deleteBucket === undefined || offersReplication
            ? { selected, onChange: setSelected, actions: selectionActions }
            : undefined
        }
      />
      {dialog}
    </>
  )
}
