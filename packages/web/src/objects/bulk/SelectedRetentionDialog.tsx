import { NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { DateField } from '../../shared/fields/DateField.tsx'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { useCan } from '../index.ts'
import { changeOfRetention, type RetentionForm, retentionFormProblem } from './retention-form.ts'
import { type BulkDialogProps, useChangeJob } from './use-change-job.ts'

const HOWS = ['governance', 'compliance', 'end'] as const

/** Sets the retention of everything that is selected. */
export function SelectedRetentionDialog(props: BulkDialogProps) {
  const { name, start, server } = useChangeJob('retention', props)
  const t = useTexts(['bulk', 'shared'])
  const [form, setForm] = useState<RetentionForm>({ how: '', date: '', bypass: false })
  const [now] = useState(() => Date.now())
  const mayBypass = useCan(props.bucket, 'bypassGovernance').bypassGovernance !== false
  const { how, date, bypass } = form
  const problem = retentionFormProblem(form, mayBypass, now)
  const change = problem === undefined ? changeOfRetention(form) : undefined
  return (
    <ModalForm
      title={t('retention.title', { name })}
      onClose={props.onClose}
      onSubmit={() => change && start(change)}
      submitLabel={t('shared:save')}
      call={server}
      disabledReason={problem && t(`retention.${problem}`)}
    >
      <NativeSelect
        label={t('retention.how')}
        description={how !== '' && t(`retention.hints.${how}`)}
        data-autofocus
        data={[
          ...(how === '' ? [{ value: '', label: t('retention.choose') }] : []),
          ...HOWS.map((value) => ({ value, label: t(`retention.${value}`) })),
        ]}
        value={how}
        onChange={(event) => setForm({ ...form, how: HOWS.find((value) => value === event.currentTarget.value) ?? '' })}
      />
      {how === 'end' && problem === 'bypassLacks' && <p className={layout.note}>{t('retention.bypassLacks')}</p>}
      {(how === 'governance' || how === 'compliance') && (
        <>
          <DateField
            label={t('retention.date')}
            description={t('retention.dateHint')}
            value={date}
            onChange={(chosen) => setForm({ ...form, date: chosen })}
            error={problem === 'datePast' ? t('retention.datePast') : undefined}
          />
          <Switch
            label={t('retention.bypass')}
            description={t(mayBypass ? 'retention.bypassHint' : 'retention.bypassLacks')}
            disabled={!mayBypass}
            checked={bypass}
            onChange={(event) => setForm({ ...form, bypass: event.currentTarget.checked })}
          />
        </>
      )}
      {server.field}
      <p className={layout.note}>{t('note')}</p>
    </ModalForm>
  )
}
