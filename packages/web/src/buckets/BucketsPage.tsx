import './buckets-messages.ts'
import type { Bucket } from '@cooperage/contract'
import { IconEye, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../app/navigation.ts'
import { paths } from '../app/paths.ts'
import type { Column, RowAction } from '../shared/table/columns.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { BucketList, bucketNameColumn, bucketSizeColumn } from './BucketList.tsx'
import { DeleteBucketDialog } from './DeleteBucketDialog.tsx'

export function BucketsPage() {
  const { t } = useTranslation('buckets')
  const { push } = useNavigation()
  const [deleting, setDeleting] = useState<string>()

  const columns = useMemo<Column<Bucket>[]>(
    () => [
      bucketNameColumn(t('columns.name')),
      {
        id: 'created',
        header: t('columns.created'),
        width: '220px',
        compare: (a, b) => Date.parse(a.creation_date) - Date.parse(b.creation_date),
        cell: (bucket) => <Timestamp iso={bucket.creation_date} />,
      },
      bucketSizeColumn(t('columns.size')),
    ],
    [t],
  )
  const actions = useMemo<RowAction<Bucket>[]>(
    () => [
      {
        id: 'view',
        label: t('actions.view'),
        icon: <IconEye size={18} stroke={1.6} />,
        onSelect: (bucket) => push(paths.folder(bucket.name)),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: <IconTrash size={18} stroke={1.6} />,
        isDestructive: true,
        onSelect: (bucket) => setDeleting(bucket.name),
      },
    ],
    [t, push],
  )

  return (
    <>
      <BucketList
        title={t('title')}
        purpose={t('purpose')}
        searchLabel={t('search')}
        tableLabel={t('title')}
        columns={columns}
        actions={actions}
      />
      {deleting !== undefined && <DeleteBucketDialog bucket={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
