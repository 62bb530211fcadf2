import '../../messages/en/empty-bucket.ts'
import { getBucket, listBucketFigures } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { showNotice } from '../../shared/feedback/messages.ts'
import { EmptyingProgress } from './EmptyingProgress.tsx'
import { useEmptying } from './use-emptying.ts'

interface EmptyBucketDialogProps {
  bucket: string
  onClose: () => void
  /** Deletes the bucket as well; called after that. */
  onDeleted?: () => void
}

/** Confirms with the typed name, shows the progress, and can be stopped and resumed. */
export function EmptyBucketDialog({ bucket, onClose, onDeleted }: EmptyBucketDialogProps) {
  const t = useTexts(['emptyBucket', 'shared'])
  const invalidate = useInvalidate()
  const { status, emptied, progress, error, run, stop } = useEmptying(bucket, onDeleted !== undefined, () => {
    if (onDeleted) return onDeleted()
    void invalidate(getBucket, listBucketFigures)
    showNotice(t('emptied', { name: bucket }))
    onClose()
  })
  const isConfirming = status === 'confirming'
  const isRunning = status === 'running'
  const labels = {
    confirming: t(onDeleted ? 'confirmDelete' : 'confirm'),
    running: t('resume'),
    stopped: t('resume'),
    interrupted: t('resume'),
    incomplete: t('shared:retry'),
  }
  return (
    <ConfirmDialog
      title={t(onDeleted ? 'titleDelete' : 'title', { name: bucket })}
      typedName={isConfirming ? bucket : undefined}
      confirmLabel={labels[status]}
      closeLabel={isConfirming ? t('shared:cancel') : t(isRunning ? 'stop' : 'shared:close')}
      onConfirm={run}
      onClose={isRunning ? stop : onClose}
      call={{ isPending: isRunning, error }}
    >
      {isConfirming ? (
        <>
          <p>{t(onDeleted ? 'noteDelete' : 'note')}</p>
          <p>{t('irreversible')}</p>
        </>
      ) : (
        <EmptyingProgress status={status} emptied={emptied} progress={progress} alsoDelete={onDeleted !== undefined} />
      )}
    </ConfirmDialog>
  )
}
