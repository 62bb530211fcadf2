import { getCors, MAX_CORS_RULES, setCors } from '@cooperage/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { CorsRuleFields } from './CorsRuleFields.tsx'
import { type CorsForm, corsFormOf, corsProblems, newCorsForm, toCorsRule } from './cors-form.ts'
import { type SettingModalProps, useSettingChange } from './settings.ts'

/** All rules of a bucket, saved together; the first one that matches applies, so their order is kept. */
export function CorsModal({ bucket, onClose }: SettingModalProps) {
  const t = useTexts(['bucket', 'shared'])
  const { data } = useApiQuery(getCors, { params: { bucket } })
  const [rules, setRules] = useState<readonly CorsForm[]>(() => (data?.rules ?? []).map(corsFormOf))
  const [added, setAdded] = useState<number>()
  const save = useSettingChange(setCors, { notice: t('summary.cors.saved', { bucket }), onClose })
  const isValid = rules.every((rule) => Object.keys(corsProblems(rule)).length === 0)
  const add = () => {
    const key = Math.max(-1, ...rules.map((rule) => rule.key)) + 1
    setRules([...rules, newCorsForm(key)])
    setAdded(key)
  }
  return (
    <ModalForm
      title={t('summary.cors.title', { bucket })}
      onClose={onClose}
      onSubmit={() => save.mutate({ params: { bucket }, body: { rules: rules.map(toCorsRule) } })}
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={isValid ? undefined : t('summary.cors.wrong')}
      isWide
    >
      <p>{t('summary.cors.intro')}</p>
      {rules.map((rule, index) => (
        <CorsRuleFields
          key={rule.key}
          number={index + 1}
          rule={rule}
          isNew={rule.key === added}
          onChange={(changed) => setRules(rules.map((one) => (one.key === changed.key ? changed : one)))}
          onRemove={() => setRules(rules.filter(({ key }) => key !== rule.key))}
        />
      ))}
      <div>
        <ExplainedButton
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabledReason={
            rules.length >= MAX_CORS_RULES ? t('summary.cors.full', { limit: MAX_CORS_RULES }) : undefined
          }
          onClick={add}
        >
          {t('summary.cors.add')}
        </ExplainedButton>
      </div>
    </ModalForm>
  )
}
