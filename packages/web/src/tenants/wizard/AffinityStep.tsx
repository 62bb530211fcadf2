import { getNodeLabels, nodeLabels } from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { RadioChoices } from '../../shared/fields/RadioChoices.tsx'
import { type StepProps, SwitchOf, TextOf } from './fields.tsx'

const TYPES = ['none', 'default', 'nodeSelector'] as const

export function AffinityStep(props: StepProps) {
  const { form, change } = props
  const t = useTexts('tenantWizard')
  const isSelecting = form.podAffinity === 'nodeSelector'
  const labels = useApiQuery(getNodeLabels, {}, { enabled: isSelecting })
  const known = Object.entries(labels.data ?? {}).flatMap(([key, values]) =>
    values.filter((value) => value !== '').map((value) => `${key}=${value}`),
  )
  const add = (label: string) => {
    if (label === '') return
    const given = nodeLabels(form.nodeSelectorLabels) === undefined ? [] : [form.nodeSelectorLabels]
    change({ nodeSelectorLabels: [...given, label].join('&') })
  }
  return (
    <>
      <RadioChoices
        legend={t('affinity.type')}
        choices={TYPES.map((value) => ({ value, label: t(`affinity.${value}`), hint: t(`affinity.${value}Hint`) }))}
        chosen={form.podAffinity}
        onChange={(podAffinity) => change({ podAffinity })}
        status={undefined}
      />
      {isSelecting && (
        <>
          <TextOf {...props} name="nodeSelectorLabels" />
          {known.length > 0 && (
            <NativeSelect
              label={t('affinity.known')}
              data={['', ...known]}
              value=""
              onChange={(event) => add(event.currentTarget.value)}
            />
          )}
          <SwitchOf {...props} name="withPodAntiAffinity" />
        </>
      )}
    </>
  )
}
