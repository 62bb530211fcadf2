import { cancelBatchJob, describeBatchJob, getBatchJob, listBatchJobs } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { plainName } from '../shared/text/visible-name.ts'

/** Cancels a job, which the storage server then forgets. */
export function CancelJobDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('batchJobs')
  const cancel = useChange(cancelBatchJob, {
    changes: [listBatchJobs],
    deletes: [getBatchJob, describeBatchJob],
    goneCodes: ['NoSuchBatchJob'],
    notice: t('cancel.done'),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t('cancel.title', { id: plainName(id) })}
      confirmLabel={t('cancel.action')}
      closeLabel={t('cancel.keep')}
      call={cancel}
      onConfirm={() => cancel.mutate({ query: { id } })}
      onClose={onClose}
    >
      <p>{t('cancel.what')}</p>
    </ConfirmDialog>
  )
}
