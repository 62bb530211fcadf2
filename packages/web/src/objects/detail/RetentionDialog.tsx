import { clearObjectRetention, setObjectRetention } from '@cooperage/contract'
import { NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiMutation } from '../../shared/api/use-api.ts'
import { DateField } from '../../shared/fields/DateField.tsx'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { formatDate } from '../../shared/text/numbers.ts'
import { DialogTitle } from './DialogTitle.tsx'
import { addressOf, type ObjectRef, shortName } from './object-ref.ts'
import {
  bypassesGovernance,
  endOfRetention,
  type RetentionForm,
  type RetentionMode,
  retentionFormOf,
  retentionProblem,
  type StoredRetention,
} from './retention-form.ts'
import { useAfterChange } from './use-after-change.ts'

const MODES: readonly RetentionMode[] = ['governance', 'compliance']

interface RetentionDialogProps {
  object: ObjectRef
  stored: StoredRetention
  onClose: () => void
}

/** The retention of a version (spec object-browser 4): governance can be removed, compliance only extended. */
export function RetentionDialog({ object, stored, onClose }: RetentionDialogProps) {
  const t = useTexts(['objectDetail', 'shared'])
  const [form, setForm] = useState<RetentionForm>(() => retentionFormOf(stored))
  const [now] = useState(() => Date.now())
  const afterChange = useAfterChange(onClose)
  const set = useApiMutation(setObjectRetention, {
    onSuccess: () => afterChange(t('retention.saved', { name: shortName(object) })),
  })
  const clear = useApiMutation(clearObjectRetention, {
    onSuccess: () => afterChange(t('retention.cleared', { name: shortName(object) })),
  })
  const problem = retentionProblem(form, stored, now)
  const isBypass = bypassesGovernance(form, stored, now)
  const isCompliance = stored.mode === 'compliance'
  const problemText = problem && t(`retention.${problem}`, { time: formatDate(stored.until) })
  const isOfDate = problem === 'datePast' || problem === 'shortened'

  const save = () => {
    if (!form.isOn) return stored.mode === '' ? onClose() : clear.mutate(addressOf(object))
    if (form.mode === '') return
    set.mutate({
      ...addressOf(object),
      body: { mode: form.mode, expires: endOfRetention(form.date), governance_bypass: isBypass },
    })
  }
  return (
    <ModalForm
      title={<DialogTitle text={t('retention.title')} object={object} />}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('shared:save')}
      call={{ isPending: set.isPending || clear.isPending, error: form.isOn ? set.error : clear.error }}
      disabledReason={problemText}
    >
      {isCompliance ? (
        <p>{t('retention.complianceSet', { time: formatDate(stored.until) })}</p>
      ) : (
        <Switch
          label={t(form.isOn ? 'retention.enabled' : 'retention.disabled')}
          description={t('retention.statusHint')}
          data-autofocus
          checked={form.isOn}
          onChange={(event) => setForm({ ...form, isOn: event.currentTarget.checked })}
        />
      )}
      {form.isOn && (
        <>
          <NativeSelect
            label={t('retention.type')}
            description={
              stored.mode === '' ? form.mode && t(`retention.typeHints.${form.mode}`) : t('retention.typeLocked')
            }
            disabled={stored.mode !== ''}
            data={[
              ...(form.mode === '' ? [{ value: '', label: t('retention.choose') }] : []),
              ...MODES.map((mode) => ({ value: mode, label: t(`retention.modes.${mode}`) })),
            ]}
            value={form.mode}
            onChange={(event) => setForm({ ...form, mode: event.currentTarget.value as RetentionForm['mode'] })}
          />
          <DateField
            label={t('retention.date')}
            description={t('retention.dateHint')}
            value={form.date}
            onChange={(date) => setForm({ ...form, date })}
            error={isOfDate ? problemText : undefined}
          />
        </>
      )}
      {isBypass && <p className={layout.note}>{t('retention.bypass')}</p>}
    </ModalForm>
  )
}
