import '../messages/en/bucket-deletion.ts'
import { deleteBucket, listBucketFigures } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiMutation, useApiQuery } from '../shared/api/use-api.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { showNotice } from '../shared/feedback/messages.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { useFocusReturn } from '../shared/use-focus-return.ts'
import { EmptyBucketDialog } from './empty/EmptyBucketDialog.tsx'
import { useBucketWrites } from './use-buckets.ts'

interface DeleteBucketDialogProps {
  bucket: string
  onClose: () => void
  /** Called after the bucket is deleted. */
  onDeleted: (names: readonly string[]) => void
}

/** Deletes an empty bucket; if it isn't empty, or wasn't when it was last counted, offers to delete it with its contents. */
export function DeleteBucketDialog({ bucket, onClose, onDeleted }: DeleteBucketDialogProps) {
  const t = useTexts(['bucketDeletion', 'shared'])
  const noteWrites = useBucketWrites()
  const [isWithContent, setWithContent] = useState(false)
  // The inner dialogs follow each other; the focus returns to where it was before the first.
  useFocusReturn()
  const onSuccess = async () => {
    onDeleted([bucket])
    await noteWrites('deleted', [bucket])
    showNotice(t('deleted', { name: bucket }))
    onClose()
  }
  const remove = useApiMutation(deleteBucket, { onSuccess })
  const figures = useApiQuery(listBucketFigures, {}, { staleTime: Number.POSITIVE_INFINITY })
  const objects = figures.data?.figures.find(({ name }) => name === bucket)?.objects ?? 0
  if (isWithContent) return <EmptyBucketDialog bucket={bucket} onClose={onClose} onDeleted={() => void onSuccess()} />
  return (
    <ConfirmDialog
      title={t('title', { name: bucket })}
      confirmLabel={t('shared:delete')}
      onConfirm={() => remove.mutate({ params: { bucket } })}
      onClose={onClose}
      call={remove}
    >
      <p>{t('note')}</p>
      {objects > 0 && <p>{t('counted', { count: objects, number: formatCount(objects) })}</p>}
      {(objects > 0 || remove.error?.code === 'BucketNotEmpty') && (
        <div>
          <Button variant="light" color="bad" onClick={() => setWithContent(true)}>
            {t('withContent')}
          </Button>
        </div>
      )}
    </ConfirmDialog>
  )
}
