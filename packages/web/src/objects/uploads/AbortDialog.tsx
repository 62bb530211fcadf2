import type { UnfinishedUpload } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { jobs } from '../../jobs/index.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { showNotice } from '../../shared/feedback/messages.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { abortionOf } from './abort-uploads.ts'

/** Names shown before 'and n more'. */
const NAMES_SHOWN = 5

interface AbortDialogProps {
  bucket: string
  uploads: readonly UnfinishedUpload[]
  onClose: () => void
  /** Called at the end and in between, when some are gone. */
  onAborted: () => void
}

/** Asks before uploads are aborted, which goes on as a job. */
export function AbortDialog({ bucket, uploads, onClose, onAborted }: AbortDialogProps) {
  const { t } = useTranslation('unfinishedUploads')
  const count = uploads.length
  const words = { count, number: formatCount(count), name: plainName(uploads[0]?.name ?? '') }
  const start = () => {
    jobs.start({
      title: t('job', words),
      progress: (done) => t('progress', { count: done, number: formatCount(done) }),
      work: abortionOf(bucket, uploads),
      onPart: onAborted,
      onEnd: (_, failedCount) => {
        if (failedCount === 0) showNotice(t('done', { count }))
        onAborted()
      },
    })
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('question', words)}
      confirmLabel={t('abort')}
      onConfirm={start}
      onClose={onClose}
      isPending={false}
      error={null}
    >
      {count > 1 && (
        <ul>
          {uploads.slice(0, NAMES_SHOWN).map(({ name, upload_id }) => (
            <li key={`${name} ${upload_id}`}>
              <ObjectName name={name} />
            </li>
          ))}
          {count > NAMES_SHOWN && <li>{t('andMore', { number: formatCount(count - NAMES_SHOWN) })}</li>}
        </ul>
      )}
      <p>{t('lost')}</p>
    </ConfirmDialog>
  )
}
