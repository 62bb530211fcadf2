import { type LifecycleRuleView, listLifecycle, updateLifecycleRule, ZERO_DATE } from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { KeyValueField } from '../../shared/fields/KeyValueField.tsx'
import { arePairsValid, type Pair, queryString } from '../../shared/fields/pairs.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { RuleDetails } from './RuleDetails.tsx'

interface EditRuleModalProps {
  bucket: string
  rule: LifecycleRuleView
  onClose: () => void
}

/** Edits the tags and status of a rule (spec core-console 2), and its days; everything else stays. */
export function EditRuleModal({ bucket, rule, onClose }: EditRuleModalProps) {
  const t = useTexts(['lifecycle', 'shared'])
  const [tags, setTags] = useState<Pair[]>(rule.tags)
  const [isEnabled, setEnabled] = useState(rule.status === 'Enabled')
  const [days, setDays] = useState<Record<string, string>>({})
  const fields = daysOf(rule)
  const typed = (field: DaysField) => days[field.name] ?? String(field.days)
  const wrong = fields.some((field) => !/^\d{1,9}$/.test(typed(field)) || Number(typed(field)) < field.least)
  const save = useChange(updateLifecycleRule, {
    changes: [listLifecycle],
    goneCodes: ['NoSuchLifecycleRule'],
    notice: t('editing.saved'),
    onDone: onClose,
  })
  return (
    <ModalForm
      title={t('editing.title', { bucket })}
      onClose={onClose}
      onSubmit={() => {
        const changed = fields.filter((field) => Number(typed(field)) !== field.days)
        const after = Object.fromEntries(changed.map((field) => [field.name, Number(typed(field))]))
        save.mutate({
          params: { bucket, id: rule.id },
          body: { disable: !isEnabled, tags: queryString(tags), ...after },
        })
      }}
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={arePairsValid(tags) ? (wrong ? t('editing.daysWrong') : undefined) : t('form.tagsWrong')}
    >
      <TextInput label={t('editing.id')} value={rule.id} readOnly variant="filled" />
      <RuleDetails rule={rule} />
      <Switch
        label={t('editing.enabled')}
        description={isEnabled ? t('editing.on') : t('editing.off')}
        data-autofocus
        checked={isEnabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      {fields.map((field) => (
        <TextInput
          key={field.name}
          label={t(field.label)}
          inputMode="numeric"
          value={typed(field)}
          onChange={(event) => {
            const { value } = event.currentTarget
            setDays((before) => ({ ...before, [field.name]: value.trim() }))
          }}
        />
      ))}
      <KeyValueField label={t('form.tags')} description={t('form.tagsHint')} value={tags} onChange={setTags} />
    </ModalForm>
  )
}

interface DaysField {
  name: 'expiry_days' | 'noncurrentversion_expiration_days' | 'transition_days' | 'noncurrentversion_transition_days'
  label: `form.${'days' | 'noncurrentDays'}.${'expiry' | 'transition'}`
  days: number
  least: number
}

/** The actions of a rule that happen after some days. */
function daysOf({ expiration, transition, ...rule }: LifecycleRuleView): DaysField[] {
  const movesByDays = transition.storage_class !== '' && transition.date === ZERO_DATE
  const fields: (DaysField | false)[] = [
    expiration.days > 0 && { name: 'expiry_days', label: 'form.days.expiry', days: expiration.days, least: 1 },
    rule.noncurrent_expiration_days > 0 && {
      name: 'noncurrentversion_expiration_days',
      label: 'form.noncurrentDays.expiry',
      days: rule.noncurrent_expiration_days,
      least: 1,
    },
    movesByDays && { name: 'transition_days', label: 'form.days.transition', days: transition.days, least: 0 },
    rule.noncurrent_storage_class !== '' && {
      name: 'noncurrentversion_transition_days',
      label: 'form.noncurrentDays.transition',
      days: rule.noncurrent_transition_days,
      least: 0,
    },
  ]
  return fields.filter((field) => field !== false)
}
