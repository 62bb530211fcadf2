import '../../messages/en/bucket-events.ts'
import { type EventType, eventType, listArns, listBucketEvents, subscribeToEvent } from '@cooperage/contract'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { notificationTargetsPath, pickServicePath } from '../../navigation/paths/notification-targets.ts'
import { useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useChange } from '../../shared/api/use-change.ts'
import fields from '../../shared/fields/fields.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { targetName } from './event-text.ts'

interface SubscribeModalProps {
  bucket: string
  onClose: () => void
}

const TYPES: readonly EventType[] = eventType.options

export function SubscribeModal({ bucket, onClose }: SubscribeModalProps) {
  const t = useTexts('bucketEvents')
  const targets = useApiQuery(listArns, {})
  const [form, setForm] = useState({ arn: '', types: new Set<EventType>(), prefix: '', suffix: '' })
  const arns = targets.data?.arns ?? []
  const canAdd = useSession()?.pages.includes(notificationTargetsPath()) === true
  // With a single target there is nothing to choose.
  const arn = form.arn.trim() || (arns.length === 1 ? (arns[0] ?? '') : '')
  const save = useChange(subscribeToEvent, {
    changes: [listBucketEvents],
    notice: ({ existed }) =>
      existed ? t('form.existed') : t('form.saved', { arn: plainName(targetName(arn)), bucket }),
    onDone: onClose,
  })
  const missing = () => {
    if (arn === '') return t('form.arnMissing')
    return form.types.size === 0 ? t('form.typeMissing') : undefined
  }
  const toggle = (type: EventType) => {
    const types = new Set(form.types)
    if (!types.delete(type)) types.add(type)
    setForm({ ...form, types })
  }
  return (
    <ModalForm
      title={t('form.title', { bucket })}
      onClose={onClose}
      onSubmit={() => {
        const { prefix, suffix } = form
        const events = TYPES.filter((type) => form.types.has(type))
        save.mutate({
          params: { bucket },
          body: { configuration: { arn, events, prefix, suffix }, ignoreExisting: true },
        })
      }}
      submitLabel={t('form.submit')}
      call={save}
      disabledReason={missing()}
    >
      {targets.error ? (
        <TextInput
          label={t('form.arn')}
          description={t('form.notListed', { message: targets.error.message })}
          data-autofocus
          value={form.arn}
          onChange={(event) => setForm({ ...form, arn: event.currentTarget.value })}
        />
      ) : (
        <NativeSelect
          label={t('form.arn')}
          data-autofocus
          data={[{ value: '', label: t('form.choose') }, ...arns.map((value) => ({ value, label: targetName(value) }))]}
          value={arn}
          description={canAdd && <AppLink to={pickServicePath()}>{t('addTarget')}</AppLink>}
          onChange={(event) => setForm({ ...form, arn: event.currentTarget.value })}
        />
      )}
      <fieldset className={fields.group}>
        <legend className={fields.label}>{t('form.types')}</legend>
        {TYPES.map((type) => (
          <Switch
            key={type}
            label={t(`form.type.${type}`)}
            description={t(`form.typeHints.${type}`)}
            checked={form.types.has(type)}
            onChange={() => toggle(type)}
          />
        ))}
      </fieldset>
      {(['prefix', 'suffix'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`form.${name}`)}
          description={t(`form.${name}Hint`)}
          maxLength={1024}
          value={form[name]}
          onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
        />
      ))}
    </ModalForm>
  )
}
