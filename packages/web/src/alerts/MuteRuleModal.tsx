import {
  type AlertRuleEntry,
  countAlerts,
  listAlertRules,
  listAlerts,
  muteAlertRule,
  sentence,
} from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ModalForm } from '../shared/ModalForm.tsx'

const HOUR_MS = 3_600_000
const SPANS = { hour: HOUR_MS, hours: 8 * HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS }
type Span = keyof typeof SPANS

/** How long no messages are sent. */
export function MuteRuleModal({ rule, onClose }: { rule: AlertRuleEntry; onClose: () => void }) {
  const t = useTexts('alerts')
  const [span, setSpan] = useState<Span>('hour')
  const mute = useChange(muteAlertRule, {
    changes: [listAlertRules, listAlerts, countAlerts],
    notice: t('rules.muted'),
    onDone: onClose,
  })
  const submit = () => {
    const until = new Date(Date.now() + SPANS[span]).toISOString()
    mute.mutate({ params: { rule: rule.id }, body: { until } })
  }
  return (
    <ModalForm
      title={t('rules.muteTitle', { name: sentence(rule.name) })}
      submitLabel={t('rules.muteSubmit')}
      call={mute}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('rules.muteNote')}</p>
      <NativeSelect
        label={t('rules.muteFor')}
        data-autofocus
        data={(Object.keys(SPANS) as Span[]).map((value) => ({ value, label: t(`rules.spans.${value}`) }))}
        value={span}
        onChange={(event) => setSpan(event.currentTarget.value as Span)}
      />
    </ModalForm>
  )
}
