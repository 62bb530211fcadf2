import '../../messages/en/bucket-events.ts'
import { type BucketEvent, deleteBucketEvent, listBucketEvents } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { DeletionDialog } from '../../shared/DeletionDialog.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { eventNames, targetName, whereOf } from './event-text.ts'

interface DeleteEventDialogProps {
  bucket: string
  event: BucketEvent
  onClose: () => void
}

export function DeleteEventDialog({ bucket, event, onClose }: DeleteEventDialogProps) {
  const t = useTexts('bucketEvents')
  const { arn, events, prefix, suffix, id } = event
  return (
    <DeletionDialog
      route={deleteBucketEvent}
      input={{ params: { bucket, arn }, body: { events, prefix, suffix, id } }}
      changes={[listBucketEvents]}
      goneCodes={['NoSuchSubscription']}
      title={t('deletion.title', { bucket })}
      notice={t('deletion.deleted')}
      onClose={onClose}
    >
      <p>
        {t('deletion.question', {
          arn: plainName(targetName(arn)),
          events: eventNames(event),
          where: t(`deletion.where.${whereOf(event)}`, {
            prefix: plainName(prefix),
            suffix: plainName(suffix),
          }),
        })}
      </p>
      <p>{t('deletion.others')}</p>
    </DeletionDialog>
  )
}
