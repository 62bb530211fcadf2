import '../../messages/en/bucket-events.ts'
import { type BucketEvent, deleteBucketEvent, listBucketEvents } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useInvalidate } from '../../shared/api/use-api.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { showNotice } from '../../shared/feedback/messages.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { eventNames, whereOf } from './event-text.ts'

interface DeleteEventDialogProps {
  bucket: string
  event: BucketEvent
  onClose: () => void
}

export function DeleteEventDialog({ bucket, event, onClose }: DeleteEventDialogProps) {
  const { t } = useTranslation(['bucketEvents', 'shared'])
  const invalidate = useInvalidate()
  const remove = useApiMutation(deleteBucketEvent, {
    onSuccess: async () => {
      await invalidate(listBucketEvents)
      showNotice(t('deletion.deleted'))
      onClose()
    },
    // What somebody else has deleted meanwhile goes from the list as well.
    onError: ({ code }) => code === 'NoSuchSubscription' && void invalidate(listBucketEvents),
  })
  const { arn, events, prefix, suffix, id } = event
  return (
    <ConfirmDialog
      title={t('deletion.title', { bucket })}
      confirmLabel={t('shared:delete')}
      onConfirm={() => remove.mutate({ params: { bucket, arn }, body: { events, prefix, suffix, id } })}
      onClose={onClose}
      isPending={remove.isPending}
      error={remove.error}
    >
      <p>
        {t('deletion.question', {
          arn: plainName(arn),
          events: eventNames(event),
          where: t(`deletion.where.${whereOf(event)}`, {
            prefix: plainName(prefix),
            suffix: plainName(suffix),
          }),
        })}
      </p>
      <p>{t('deletion.others')}</p>
    </ConfirmDialog>
  )
}
