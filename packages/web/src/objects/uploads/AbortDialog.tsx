import { type IncompleteUpload, listUploads } from '@cooperage/contract'
import { jobs } from '../../jobs/index.ts'
import { useTexts } from '../../messages/use-texts.ts'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { showNotice } from '../../shared/feedback/messages.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { NameList } from '../NameList.tsx'
import { abortionOf } from './abort-uploads.ts'

interface AbortDialogProps {
  bucket: string
  uploads: readonly IncompleteUpload[]
  onClose: () => void
}

/** Confirms that uploads are aborted, which runs as a job. */
export function AbortDialog({ bucket, uploads, onClose }: AbortDialogProps) {
  const t = useTexts('incompleteUploads')
  const invalidate = useInvalidate()
  const count = uploads.length
  const words = { count, number: formatCount(count), name: plainName(uploads[0]?.name ?? '') }
  // Not awaited: a part that can't be loaded says so in its own place.
  const readAgain = () => void invalidate(listUploads)
  const start = () => {
    jobs.start({
      title: t('job', words),
      progress: (done) => t('progress', { count: done, number: formatCount(done) }),
      total: count,
      work: abortionOf(bucket, uploads),
      onRest: readAgain,
      onEnd: (_, failedCount) => {
        if (failedCount === 0) showNotice(t('done', { count }))
        readAgain()
      },
    })
    onClose()
  }
  return (
    <ConfirmDialog title={t('question', words)} confirmLabel={t('abort')} onConfirm={start} onClose={onClose}>
      {count > 1 && <NameList names={uploads.map(({ name }) => name)} />}
      <p>{t('lost')}</p>
    </ConfirmDialog>
  )
}
