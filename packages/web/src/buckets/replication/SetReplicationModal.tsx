import '../../messages/en/replication.ts'
import { getReplication, MAX_HEALTH_CHECK_PERIOD, setReplication } from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ApiError, failureReason } from '../../shared/api/api-error.ts'
import { useApiMutation, useInvalidate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { KeyValueField } from '../../shared/fields/KeyValueField.tsx'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { RemoteFields } from './RemoteFields.tsx'
import fields from './replication.module.css'
import { canTakeMarkers, RULE_DEFAULTS, ruleProblem, toRequest } from './rule-form.ts'

interface SetReplicationModalProps {
  bucket: string
  onClose: () => void
}

const OPTIONS = ['deleteMarkers', 'deletes', 'metadata', 'existing'] as const

/** Replicates one bucket (spec core-console 2). */
export function SetReplicationModal({ bucket, onClose }: SetReplicationModalProps) {
  const t = useTexts(['replication', 'shared'])
  const [form, setForm] = useState(RULE_DEFAULTS)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const invalidate = useInvalidate()
  const save = useApiMutation(setReplication, {
    gcTime: 0,
    onSuccess: ({ replicationState: [first] }) => {
      const failure = first ? failureReason({ message: first.errorString, text: first.text }) : t('form.nothingApplied')
      if (failure !== '') return setRefusal(new ApiError({ status: 200, message: failure }))
      void invalidate(getReplication)
      showNotice(t('form.saved', { bucket, target: form.target.trim() }))
      onClose()
    },
  })
  const found = ruleProblem(form)
  const problem = () => {
    if (found === undefined) return undefined
    return found.of === 'form'
      ? t(`form.${found.problem}`)
      : t(`remote.${found.problem}`, { max: MAX_HEALTH_CHECK_PERIOD })
  }
  const isHeld = (option: (typeof OPTIONS)[number]) => option === 'deleteMarkers' && !canTakeMarkers(form)
  const text = (name: 'target' | 'prefix' | 'storageClass') => ({
    label: t(`form.${name}`),
    description: t(`form.${name}Hint`),
    autoComplete: 'off',
    spellCheck: false,
    value: form[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => setForm({ ...form, [name]: event.currentTarget.value }),
  })
  return (
    <ModalForm
      title={t('form.title', { bucket })}
      onClose={onClose}
      onSubmit={() => {
        setRefusal(null)
        save.mutate({ body: toRequest(form, bucket) })
      }}
      submitLabel={t('shared:save')}
      call={{ isPending: save.isPending, error: save.error ?? refusal }}
      disabledReason={problem()}
      isWide
    >
      <fieldset className={fields.group}>
        <legend className={fields.legend}>{t('form.server')}</legend>
        <RemoteFields value={form} onChange={setForm}>
          <TextInput {...text('target')} maxLength={63} />
        </RemoteFields>
      </fieldset>
      <fieldset className={fields.group}>
        <legend className={fields.legend}>{t('form.rule')}</legend>
        <TextInput {...text('prefix')} maxLength={1024} />
        <KeyValueField
          label={t('form.tags')}
          description={t('form.tagsHint')}
          value={form.tags}
          onChange={(tags) => setForm({ ...form, tags })}
        />
        <TextInput {...text('storageClass')} maxLength={255} />
        <div className={fields.pair}>
          {OPTIONS.map((option) => (
            <Switch
              key={option}
              label={t(`form.${option}`)}
              description={t(isHeld(option) ? 'form.deleteMarkersHeld' : `form.${option}Hint`)}
              disabled={isHeld(option)}
              checked={form[option] && !isHeld(option)}
              onChange={(event) => setForm({ ...form, [option]: event.currentTarget.checked })}
            />
          ))}
        </div>
      </fieldset>
    </ModalForm>
  )
}
