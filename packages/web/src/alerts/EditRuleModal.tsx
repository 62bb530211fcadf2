import {
  type AlertRuleEntry,
  changeAlertRule,
  countAlerts,
  listAlertRules,
  listAlerts,
  MAX_ALERT_MINUTES,
  MAX_ALERT_THRESHOLD,
  sentence,
} from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount } from '../shared/text/numbers.ts'

interface EditRuleModalProps {
  rule: AlertRuleEntry
  onClose: () => void
}

/** When a rule fires. */
export function EditRuleModal({ rule, onClose }: EditRuleModalProps) {
  const t = useTexts('alerts')
  const [enabled, setEnabled] = useState(rule.enabled)
  const [threshold, setThreshold] = useState(String(rule.threshold))
  const [minutes, setMinutes] = useState(String(rule.minutes))
  const save = useChange(changeAlertRule, {
    changes: [listAlertRules, listAlerts, countAlerts],
    notice: t('rules.saved'),
    onDone: onClose,
  })
  const maximum = rule.unit === 'percent' ? 100 : MAX_ALERT_THRESHOLD
  const problemOf = (text: string, max: number, pattern: RegExp) =>
    pattern.test(text) && Number(text) <= max ? undefined : t('rules.invalid', { max: formatCount(max) })
  const ofThreshold = problemOf(threshold, maximum, /^\d+(\.\d+)?$/)
  const ofMinutes = problemOf(minutes, MAX_ALERT_MINUTES, /^\d+$/)
  const unitOf = (value: number) => t(`values.${rule.unit}`, { count: value, value: formatCount(value) })
  return (
    <ModalForm
      title={t('rules.editTitle', { name: sentence(rule.name) })}
      submitLabel={t('rules.save')}
      call={save}
      disabledReason={ofThreshold ?? ofMinutes}
      onSubmit={() =>
        save.mutate({
          params: { rule: rule.id },
          body: { enabled, threshold: Number(threshold), minutes: Number(minutes) },
        })
      }
      onClose={onClose}
    >
      <Switch
        label={t('rules.enabled')}
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      <TextInput
        label={t('rules.threshold')}
        description={t(`rules.thresholdHint.${rule.fires}`, { value: unitOf(rule.default_threshold) })}
        inputMode="decimal"
        data-autofocus
        value={threshold}
        error={ofThreshold}
        onChange={(event) => setThreshold(event.currentTarget.value.trim())}
      />
      <TextInput
        label={t('rules.minutes')}
        description={t('rules.minutesHint', { value: formatCount(rule.default_minutes) })}
        inputMode="numeric"
        value={minutes}
        error={ofMinutes}
        onChange={(event) => setMinutes(event.currentTarget.value.trim())}
      />
    </ModalForm>
  )
}
