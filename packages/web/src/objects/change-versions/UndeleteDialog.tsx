import layout from '../../shared/layout.module.css'
import { timeZone } from '../../shared/text/intl.ts'
import '../../messages/en/change-versions.ts'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { DateTimeField } from '../../shared/fields/DateTimeField.tsx'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { localText } from '../rewind/moment.ts'
import { DryRunCounts } from './DryRunCounts.tsx'
import { useDryRun } from './use-dry-run.ts'
import { useVersionsJob, type VersionsDialogProps } from './use-versions-job.ts'

interface UndeleteDialogProps extends VersionsDialogProps {
  /** The entries were chosen from a list of deleted objects: when they were deleted makes no difference. */
  isChosen?: boolean
}

/** Restores the deleted objects of a selection or a folder. */
export function UndeleteDialog({ isChosen = false, ...props }: UndeleteDialogProps) {
  const t = useTexts('changeVersions')
  const { name, rows, start, server } = useVersionsJob('undelete', props)
  const [since, setSince] = useState('')
  const change = { kind: 'undelete' as const, ...(since !== '' && { since: new Date(since).toISOString() }) }
  const { counts, again } = useDryRun(props.bucket, rows, change)
  return (
    <ModalForm
      title={t('undelete.title', { name })}
      onClose={props.onClose}
      onSubmit={() => start(change, counts, { title: t('undelete.job', { name }), done: t('undelete.done', { name }) })}
      submitLabel={t('undelete.submit')}
      call={server}
      disabledReason={counts.isComplete ? (counts.objects === 0 ? t('nothing') : undefined) : t('countFirst')}
    >
      {!isChosen && (
        <DateTimeField
          hasSeconds
          hasFocus
          max={localText(new Date().toISOString())}
          label={t('undelete.since')}
          description={t('undelete.sinceHint', { zone: timeZone() })}
          value={since}
          onChange={setSince}
        />
      )}
      <DryRunCounts bucket={props.bucket} kind="undelete" counts={counts} onRetry={again} />
      {server.field}
      <p className={layout.note}>{t('undelete.note')}</p>
    </ModalForm>
  )
}
