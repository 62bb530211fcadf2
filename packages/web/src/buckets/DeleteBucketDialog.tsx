import { deleteBucket } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../shared/api/use-api.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { showNotice } from '../shared/feedback/messages.ts'
import { useBucketWrites } from './use-buckets.ts'

interface DeleteBucketDialogProps {
  bucket: string
  onClose: () => void
  /** Called when the bucket is gone. */
  onDeleted: (names: readonly string[]) => void
}

export function DeleteBucketDialog({ bucket, onClose, onDeleted }: DeleteBucketDialogProps) {
  const { t } = useTranslation(['buckets', 'shared'])
  const noteWrites = useBucketWrites()
  const remove = useApiMutation(deleteBucket, {
    onSuccess: async () => {
      onDeleted([bucket])
      await noteWrites('deleted', [bucket])
      showNotice(t('deletion.deleted', { name: bucket }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('deletion.title', { name: bucket })}
      confirmLabel={t('shared:delete')}
      onConfirm={() => remove.mutate({ params: { bucket } })}
      onClose={onClose}
      isPending={remove.isPending}
      error={remove.error}
    >
      <p>{t('deletion.note')}</p>
    </ConfirmDialog>
  )
}
