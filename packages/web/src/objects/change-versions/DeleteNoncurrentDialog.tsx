import layout from '../../shared/layout.module.css'
import '../../messages/en/change-versions.ts'
import '../../messages/en/object-detail.ts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { BypassSwitch } from '../detail/BypassSwitch.tsx'
import { ConfirmWord } from '../detail/ConfirmWord.tsx'
import { confirmWord } from '../detail/deletion.ts'
import { leafName } from '../entry.ts'
import { useDenied } from '../index.ts'
import { useObjectLocking } from '../use-bucket-facts.ts'
import { DryRunCounts } from './DryRunCounts.tsx'
import { useDryRun } from './use-dry-run.ts'
import { useVersionsJob, type VersionsDialogProps } from './use-versions-job.ts'

const MOST_DAYS = 36_500

/** Permanently deletes the noncurrent versions in a selection or a folder that are older than some days. */
export function DeleteNoncurrentDialog(props: VersionsDialogProps) {
  const { bucket, entries, prefix } = props
  const t = useTexts(['changeVersions', 'objectDetail'])
  const { name, rows, start, server } = useVersionsJob('deleteNoncurrent', props)
  const [typedDays, setDays] = useState('30')
  const [typed, setTyped] = useState('')
  const [bypass, setBypass] = useState(false)
  const { deleteVersion: deleteDenied } = useDenied(bucket, 'deleteVersion')
  const canBeKept = useObjectLocking(bucket, true)
  const days = /^\d{1,5}$/.test(typedDays) ? Number(typedDays) : Number.NaN
  const isWrong = !(days <= MOST_DAYS)
  const change = { kind: 'deleteNoncurrent' as const, days, bypass }
  const { counts, again } = useDryRun(bucket, rows, isWrong ? undefined : change)
  const [only] = entries.length === 1 ? entries : []
  const word = confirmWord(only ? leafName(only.key, prefix) : '')
  const uncountedReason = counts.isComplete ? (counts.removed === 0 ? t('nothing') : undefined) : t('countFirst')
  const untypedReason = typed === word ? undefined : t('objectDetail:deletion.typedMissing')
  return (
    <ModalForm
      title={t('noncurrent.title', { name })}
      onClose={props.onClose}
      onSubmit={() =>
        start(change, counts, { title: t('noncurrent.job', { name }), done: t('noncurrent.done', { name }) })
      }
      submitLabel={t('noncurrent.submit')}
      call={server}
      disabledReason={deleteDenied ?? (isWrong ? t('noncurrent.daysWrong') : (uncountedReason ?? untypedReason))}
      isDestructive
    >
      <TextInput
        inputMode="numeric"
        label={t('noncurrent.days')}
        description={t('noncurrent.daysHint')}
        error={isWrong && t('noncurrent.daysWrong')}
        data-autofocus
        value={typedDays}
        onChange={(event) => setDays(event.currentTarget.value.trim())}
      />
      {canBeKept && <BypassSwitch bucket={bucket} checked={bypass} onChange={setBypass} />}
      {!isWrong && <DryRunCounts bucket={props.bucket} kind="deleteNoncurrent" counts={counts} onRetry={again} />}
      {server.field}
      <p className={layout.note}>{t('noncurrent.note')}</p>
      <ConfirmWord word={word} typed={typed} onChange={setTyped} />
    </ModalForm>
  )
}
