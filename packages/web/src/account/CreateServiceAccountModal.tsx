import '../messages/en/account.ts'
import { createServiceAccount, isAccessKeyDescription, isAccessKeyName, listAccountKeys } from '@cooperage/contract'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NEW_POLICY, PolicyEditor } from '../policies/index.ts'
import { useApiMutation, useInvalidate } from '../shared/api/use-api.ts'
import { DateField } from '../shared/fields/DateField.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { EXPIRY_DAYS, type ExpiryChoice, expiryTime, isPastDay } from './expiry.ts'
import { NewCredentials } from './NewCredentials.tsx'

/** Creates a service account and shows its keys, this once. */
export function CreateServiceAccountModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account', 'shared'])
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [expires, setExpires] = useState<ExpiryChoice>('never')
  const [date, setDate] = useState('')
  const [isRestricted, setRestricted] = useState(false)
  const [policy, setPolicy] = useState(NEW_POLICY)
  const invalidate = useInvalidate()
  const create = useApiMutation(createServiceAccount, {
    onSuccess: () => invalidate(listAccountKeys),
    // The answer holds a secret.
    gcTime: 0,
  })
  if (create.data) return <NewCredentials keys={create.data} onClose={onClose} />

  const isNameWrong = !isAccessKeyName(name)
  const isDescriptionWrong = !isAccessKeyDescription(description)
  const isDatePast = expires === 'date' && isPastDay(date, new Date())
  const problem = () => {
    if (isNameWrong || isDescriptionWrong || isDatePast) return t('form.fix')
    if (expires === 'date' && date === '') return t('form.dateMissing')
    if (isRestricted && policy.trim() === '') return t('form.policyMissing')
    return undefined
  }
  const submit = () =>
    create.mutate({
      body: { name, description, expiry: expiryTime(expires, date, new Date()), policy: isRestricted ? policy : '' },
    })
  return (
    <ModalForm
      title={t('form.title')}
      isWide={isRestricted}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('form.submit')}
      isPending={create.isPending}
      disabledReason={problem()}
      error={create.error}
    >
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        error={isNameWrong && t('form.nameWrong')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('form.description')}
        description={t('form.descriptionHint')}
        error={isDescriptionWrong && t('form.descriptionWrong')}
        autoComplete="off"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('form.expires')}
        value={expires}
        onChange={(event) => setExpires(event.currentTarget.value as ExpiryChoice)}
        data={[
          { value: 'never', label: t('form.expiresIn.never') },
          ...EXPIRY_DAYS.map((days) => ({ value: days, label: t('form.expiresIn.days', { count: Number(days) }) })),
          { value: 'date', label: t('form.expiresIn.date') },
        ]}
      />
      {expires === 'date' && (
        <DateField
          label={t('form.date')}
          description={t('form.dateHint')}
          value={date}
          onChange={setDate}
          error={isDatePast ? t('form.datePast') : undefined}
        />
      )}
      <Switch
        label={t('form.restrict')}
        description={t('form.restrictHint')}
        checked={isRestricted}
        onChange={(event) => setRestricted(event.currentTarget.checked)}
      />
      <Suspense>
        {isRestricted && <PolicyEditor label={t('form.policy')} value={policy} onChange={setPolicy} />}
      </Suspense>
    </ModalForm>
  )
}
