import '../../messages/en/create-bucket.ts'
import { clearRetention, getRetention, setRetention } from '@cooperage/contract'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { RetentionFields } from '../create/RetentionFields.tsx'
import { RETENTION_DEFAULTS, retentionFormOf, retentionProblem, toRetention } from '../create/retention-form.ts'
import { type SettingModalProps, useSettingChange } from './settings.ts'

export function RetentionModal({ bucket, onClose }: SettingModalProps) {
  const t = useTexts(['bucket', 'createBucket', 'shared'])
  const { data } = useApiQuery(getRetention, { params: { bucket } })
  const stored = data && retentionFormOf(data)
  const [form, setForm] = useState({ ...(stored ?? RETENTION_DEFAULTS), isOn: stored !== undefined })
  const change = { notice: t('summary.retention.saved', { bucket }), onClose }
  const set = useSettingChange(setRetention, change)
  const clear = useSettingChange(clearRetention, change)
  const problem = form.isOn ? retentionProblem(form) : undefined
  return (
    <ModalForm
      title={t('summary.retention.title', { bucket })}
      onClose={onClose}
      onSubmit={() =>
        form.isOn ? set.mutate({ params: { bucket }, body: toRetention(form) }) : clear.mutate({ params: { bucket } })
      }
      submitLabel={t('shared:save')}
      call={form.isOn ? set : clear}
      disabledReason={problem && t(`createBucket:${problem}`)}
    >
      <Switch
        label={t('summary.retention.on')}
        description={t('summary.retention.note')}
        data-autofocus
        checked={form.isOn}
        onChange={(event) => setForm({ ...form, isOn: event.currentTarget.checked })}
      />
      {form.isOn && <RetentionFields value={form} onChange={setForm} />}
    </ModalForm>
  )
}
