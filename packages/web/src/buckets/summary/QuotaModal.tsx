import '../../messages/en/create-bucket.ts'
import { getQuota, setQuota } from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { QuotaFields } from '../create/QuotaFields.tsx'
import { quotaFormOf, quotaProblem, toQuota } from '../create/quota-form.ts'
import { type SettingModalProps, useSettingChange } from './settings.ts'

export function QuotaModal({ bucket, onClose }: SettingModalProps) {
  const t = useTexts(['bucket', 'createBucket', 'shared'])
  const { data } = useApiQuery(getQuota, { params: { bucket } })
  const [form, setForm] = useState(() => quotaFormOf(data ?? { type: '', quota: 0 }))
  const [objects, setObjects] = useState(String(data?.max_objects || ''))
  const save = useSettingChange(setQuota, { notice: t('summary.quota.saved', { bucket }), onClose })
  const problem = quotaProblem(form) ?? (isCount(objects) ? undefined : 'quotaObjectsProblem')
  // Only Garage limits them.
  const hasLimit = data?.max_objects !== undefined
  const limit = hasLimit ? { max_objects: Number(objects) } : {}
  return (
    <ModalForm
      title={t('summary.quota.title', { bucket })}
      onClose={onClose}
      onSubmit={() => save.mutate({ params: { bucket }, body: { ...toQuota(form), ...limit } })}
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={problem && t(`createBucket:${problem}`)}
    >
      <Switch
        label={t('summary.quota.on')}
        description={t('createBucket:quotaHint')}
        data-autofocus
        checked={form.isOn}
        onChange={(event) => setForm({ ...form, isOn: event.currentTarget.checked })}
      />
      {form.isOn && <QuotaFields sizeLabel={t('summary.quota.size')} value={form} onChange={setForm} />}
      {hasLimit && (
        <TextInput
          label={t('createBucket:quotaObjects')}
          description={t('createBucket:quotaObjectsHint')}
          inputMode="numeric"
          error={!isCount(objects) && t('createBucket:quotaObjectsProblem')}
          value={objects}
          onChange={(event) => setObjects(event.currentTarget.value.trim())}
        />
      )}
    </ModalForm>
  )
}

/** A number of objects, or none. */
const isCount = (text: string) => /^\d*$/.test(text) && Number.isSafeInteger(Number(text))
