import '../messages/en/objects.ts'
import { IconFolderOpen, IconUserPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { BucketList, type BucketRow, bucketNameColumn, bucketSizeColumn } from '../buckets/index.ts'
import { useTexts } from '../messages/use-texts.ts'
import { folderPath } from '../navigation/paths/objects.ts'
import { GrantAccessDialog, useCanGrant } from '../policies/index.ts'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { GoToButton } from './go-to/GoToButton.tsx'

const pathOf = (bucket: string) => folderPath(bucket)
const loadFolder = () => import('./FolderPage.tsx')

/** The object browser's start: the buckets that the account may browse. */
export function BrowserBucketsPage() {
  const t = useTexts(['objects', 'buckets'])

  const columns = useMemo<Column<BucketRow>[]>(
    () => [
      bucketNameColumn(t('bucketColumns.name'), pathOf),
      bucketSizeColumn(t('bucketColumns.used'), t('buckets:notCounted')),
    ],
    [t],
  )
  const canGrant = useCanGrant()
  const { open, dialog } = useDialogs({
    grant: (close, bucket: string) => <GrantAccessDialog bucket={bucket} onClose={close} />,
  })
  const actions = useMemo<RowAction<BucketRow>[]>(
    () => [
      {
        id: 'view',
        label: t('actions.open'),
        icon: IconFolderOpen,
        to: (bucket) => pathOf(bucket.name),
      },
      {
        id: 'grant',
        label: t('actions.grant'),
        icon: IconUserPlus,
        appliesTo: () => canGrant,
        onSelect: (bucket) => open('grant', bucket.name),
      },
    ],
    [t, open, canGrant],
  )

  return (
    <BucketList
      title={t('title')}
      purpose={t('purpose')}
      searchLabel={t('searchBuckets')}
      tableId="browser-buckets"
      tableLabel={t('allBuckets')}
      columns={columns}
      actions={actions}
      pathOf={pathOf}
      loadNext={loadFolder}
    >
      <GoToButton />
      {dialog}
    </BucketList>
  )
}
