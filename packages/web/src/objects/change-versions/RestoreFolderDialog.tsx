import layout from '../../shared/layout.module.css'
import '../../messages/en/change-versions.ts'
import { useTexts } from '../../messages/use-texts.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { exactDate } from '../rewind/moment.ts'
import { useObjectLocking } from '../use-bucket-facts.ts'
import { DryRunCounts } from './DryRunCounts.tsx'
import { useDryRun } from './use-dry-run.ts'
import { useVersionsJob, type VersionsDialogProps } from './use-versions-job.ts'

interface RestoreFolderDialogProps extends VersionsDialogProps {
  /** An ISO time. */
  rewind: string
  onStarted: () => void
}

/** Restores a selection or a folder to the time as of which it is shown. */
export function RestoreFolderDialog({ rewind, onStarted, ...props }: RestoreFolderDialogProps) {
  const t = useTexts('changeVersions')
  const leave = () => {
    props.onClose()
    onStarted()
  }
  const { name, rows, start, server } = useVersionsJob('restore', { ...props, onClose: leave })
  const change = { kind: 'restore' as const, at: rewind }
  const { counts, again } = useDryRun(props.bucket, rows, change)
  const canBeLocked = useObjectLocking(props.bucket, true)
  const words = { name, moment: exactDate(rewind) }
  return (
    <ModalForm
      title={t('restore.title', words)}
      onClose={props.onClose}
      onSubmit={() => start(change, counts, { title: t('restore.job', words), done: t('restore.done', words) })}
      submitLabel={t('restore.submit')}
      call={server}
      disabledReason={counts.isComplete ? (counts.objects === 0 ? t('nothing') : undefined) : t('countFirst')}
    >
      <DryRunCounts bucket={props.bucket} kind="restore" counts={counts} onRetry={again} />
      {server.field}
      <p className={layout.note}>{t('restore.note')}</p>
      {canBeLocked && <p className={layout.note}>{t('restore.locks')}</p>}
    </ModalForm>
  )
}
