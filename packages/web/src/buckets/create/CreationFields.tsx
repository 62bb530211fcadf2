import { bucketNameProblem, sentence } from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useSession } from '../../session/index.ts'
import classes from '../detail/bucket.module.css'
import { type CreationForm, withLocking, withRetention, withVersioning } from './creation-form.ts'
import { QuotaFields } from './QuotaFields.tsx'
import { RetentionFields } from './RetentionFields.tsx'

/** Pause in typing after which a problem with the name is shown (spec core-console 9). */
const NAME_DEBOUNCE_MS = 1000

interface CreationFieldsProps {
  form: CreationForm
  onChange: (form: CreationForm) => void
  /** Why the server rejected this name; undefined if it hasn't. */
  nameRefusal: string | undefined
}

/** The fields of Create Bucket, with their dependencies (spec core-console 4 and 5). */
export function CreationFields({ form, onChange, nameRefusal }: CreationFieldsProps) {
  const t = useTexts('createBucket')
  const isDistributed = useSession()?.distributedMode === true
  const { name, versioning, locking, quota, retention } = form
  const [settledName] = useDebouncedValue(name, NAME_DEBOUNCE_MS)
  const problem = settledName === name && name.trim() !== '' ? sentence(bucketNameProblem(name.trim())) : undefined
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (nameRefusal !== undefined) nameField.current?.focus()
  }, [nameRefusal])
  const canRetain = isDistributed && versioning

  return (
    <>
      <TextInput
        ref={nameField}
        label={t('name')}
        description={t('nameHint')}
        placeholder={t('namePlaceholder')}
        error={nameRefusal ?? (problem && t('nameProblem', { reason: problem }))}
        data-autofocus
        value={name}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
      />
      {!isDistributed && <p className={classes.note}>{t('notDistributed')}</p>}
      <Switch
        label={t('versioning')}
        description={t('versioningHint')}
        disabled={!isDistributed}
        checked={versioning}
        onChange={(event) => onChange(withVersioning(form, event.currentTarget.checked))}
      />
      <Switch
        label={t('locking')}
        description={t(retention.isOn ? 'lockingFixed' : 'lockingHint')}
        disabled={!isDistributed || retention.isOn}
        checked={locking}
        onChange={(event) => onChange(withLocking(form, event.currentTarget.checked))}
      />
      <Switch
        label={t('quota')}
        description={t('quotaHint')}
        disabled={!isDistributed}
        checked={quota.isOn}
        onChange={(event) => onChange({ ...form, quota: { ...quota, isOn: event.currentTarget.checked } })}
      />
      {quota.isOn && (
        <fieldset className={classes.below} aria-label={t('quota')}>
          <QuotaFields
            sizeLabel={t('quotaSize')}
            value={quota}
            onChange={(next) => onChange({ ...form, quota: next })}
          />
        </fieldset>
      )}
      <Switch
        label={t('retention')}
        description={t(canRetain || !isDistributed ? 'retentionHint' : 'retentionNeedsVersioning')}
        disabled={!canRetain}
        checked={retention.isOn}
        onChange={(event) => onChange(withRetention(form, event.currentTarget.checked))}
      />
      {retention.isOn && (
        <fieldset className={classes.below} aria-label={t('retention')}>
          <RetentionFields value={retention} onChange={(next) => onChange({ ...form, retention: next })} />
        </fieldset>
      )}
    </>
  )
}
