import { deleteBucket, listBuckets } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useInvalidate } from '../shared/api/use-api.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { showNotice } from '../shared/feedback/messages.ts'

interface DeleteBucketDialogProps {
  bucket: string
  onClose: () => void
}

export function DeleteBucketDialog({ bucket, onClose }: DeleteBucketDialogProps) {
  const { t } = useTranslation(['buckets', 'shared'])
  const invalidate = useInvalidate()
  const remove = useApiMutation(deleteBucket, {
    onSuccess: async () => {
      await invalidate(listBuckets)
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
