import { getReplicationStatus, startBucketResync, type WatchedTarget } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { plainName } from '../../shared/text/visible-name.ts'

interface BucketResyncDialogProps {
  bucket: string
  target: WatchedTarget
  onClose: () => void
}

/** Sends all objects to a target again. */
export function BucketResyncDialog({ bucket, target, onClose }: BucketResyncDialogProps) {
  const t = useTexts('replication')
  const names = { bucket: plainName(bucket), target: plainName(target.bucket) }
  const start = useChange(startBucketResync, {
    changes: [getReplicationStatus],
    goneCodes: 'any',
    notice: t('resync.started', names),
    onDone: onClose,
  })
  return (
    <ModalForm
      title={t('resync.title', names)}
      submitLabel={t('resync.start')}
      call={start}
      isErrorKept
      onSubmit={() => start.mutate({ params: { bucket }, body: { arn: target.arn } })}
      onClose={onClose}
    >
      <p>{t('resync.what', names)}</p>
    </ModalForm>
  )
}
