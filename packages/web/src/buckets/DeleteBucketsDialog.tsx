import '../messages/en/bucket-deletion.ts'
import { deleteBucket } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { call, unlessGone } from '../shared/api/call.ts'
import { ChangeEachDialog } from '../shared/outcomes/ChangeEachDialog.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { useBucketWrites } from './use-buckets.ts'

interface DeleteBucketsDialogProps {
  names: readonly string[]
  onClose: () => void
  /** Called after buckets are deleted. */
  onDeleted: (names: readonly string[]) => void
}

/** Deletes several buckets. */
export function DeleteBucketsDialog({ names, onClose, onDeleted }: DeleteBucketsDialogProps) {
  const t = useTexts(['bucketDeletion', 'shared'])
  const noteWrites = useBucketWrites()
  const count = (buckets: readonly string[]) => ({ count: buckets.length, number: formatCount(buckets.length) })
  return (
    <ChangeEachDialog
      ids={names}
      change={(bucket) => unlessGone('NoSuchBucket', call(deleteBucket, { params: { bucket } }))}
      onClose={onClose}
      onChanged={(deleted) => {
        if (deleted.length === 0) return
        onDeleted(deleted)
        void noteWrites('deleted', deleted)
      }}
      title={t('titleMany', count(names))}
      submitLabel={t('shared:delete')}
      isDestructive
      list={{ label: t('list'), pending: t('deleting'), done: t('done') }}
      failedText={(failed) => t('failed', count(failed))}
      doneText={t('deletedMany', count(names))}
    >
      <p>{t('noteMany')}</p>
    </ChangeEachDialog>
  )
}
