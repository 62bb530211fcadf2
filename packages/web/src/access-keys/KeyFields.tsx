import { isAccessKeyDescription, isAccessKeyName, type KeyPolicyPreview } from '@cooperage/contract'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Translate, useTexts } from '../messages/use-texts.ts'
import { PolicyEditor } from '../policies/index.ts'
import { DateField } from '../shared/fields/DateField.tsx'
import { EXPIRY_DAYS, type ExpiryChoice, isPastDay } from '../shared/fields/expiry-choice.ts'
import layout from '../shared/layout.module.css'
import classes from './access-keys.module.css'
import type { FieldProblems } from './key-calls.ts'
import { PolicyPreview } from './PolicyPreview.tsx'

export interface KeyForm {
  name: string
  description: string
  expires: ExpiryChoice
  /** Of the choice `date`, an ISO date; '' while it isn't complete. */
  date: string
  isRestricted: boolean
  policy: string
}

interface KeyFieldsProps {
  form: KeyForm
  onChange: (change: Partial<KeyForm>) => void
  /** What the storage server refused. */
  refused: FieldProblems
  preview: KeyPolicyPreview | undefined
  /** What the key has now; absent for a new key. */
  stored?: { name: string; description: string; expiry: ReactNode }
  /** More fields, between the expiry and the policy. */
  children: ReactNode
}

/** The fields that a new access key and a changed one have in common. */
export function KeyFields({ form, onChange, refused, preview, stored, children }: KeyFieldsProps) {
  const t = useTexts('accessKeys')
  const { name, description, expires, date, isRestricted, policy } = form
  return (
    <>
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        error={nameProblem(form, stored?.name, t)}
        data-autofocus
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('form.description')}
        description={t('form.descriptionHint')}
        error={descriptionProblem(form, stored?.description, t)}
        value={description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <div>
        <NativeSelect
          label={t('form.expires')}
          value={expires}
          onChange={(event) => onChange({ expires: event.currentTarget.value as ExpiryChoice })}
          data={[
            ...(stored ? [{ value: 'keep', label: t('form.expiresIn.keep') }] : []),
            { value: 'never', label: t('form.expiresIn.never') },
            ...EXPIRY_DAYS.map((days) => ({ value: days, label: t('form.expiresIn.days', { count: Number(days) }) })),
            { value: 'date', label: t('form.expiresIn.date') },
          ]}
        />
        {stored && expires === 'keep' && <p className={layout.note}>{stored.expiry}</p>}
        <FieldProblem text={expires === 'date' ? undefined : refused.expiry} />
      </div>
      {expires === 'date' && (
        <DateField
          label={t('form.date')}
          description={t('form.dateHint')}
          value={date}
          onChange={(date) => onChange({ date })}
          error={isPastDay(date, new Date()) ? t('form.datePast') : refused.expiry}
        />
      )}
      {children}
      <Switch
        label={t('form.restrict')}
        description={t('form.restrictHint')}
        checked={isRestricted}
        onChange={(event) => onChange({ isRestricted: event.currentTarget.checked })}
      />
      {isRestricted && (
        <div className={layout.stack}>
          <PolicyEditor label={t('form.policy')} value={policy} onChange={(policy) => onChange({ policy })} />
          <FieldProblem text={refused.policy} />
          <PolicyPreview preview={preview} />
        </div>
      )}
    </>
  )
}

/** What is wrong with a field that can't show it itself. */
function FieldProblem({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className={classes.problem}>
      {text}
    </p>
  )
}

type Words = Translate<'accessKeys'>

/** Why the form can't be sent yet; undefined if it can. `stored`: what the key has now. */
export function formProblem(
  form: KeyForm,
  stored: { name: string; description: string } | undefined,
  preview: KeyPolicyPreview | undefined,
  t: Words,
): string | undefined {
  const { expires, date, isRestricted, policy } = form
  const isDatePast = expires === 'date' && isPastDay(date, new Date())
  if (nameProblem(form, stored?.name, t) || descriptionProblem(form, stored?.description, t) || isDatePast) {
    return t('form.fix')
  }
  if (expires === 'date' && date === '') return t('form.dateMissing')
  if (isRestricted && policy.trim() === '') return t('form.policyMissing')
  if (isRestricted && preview && preview.problem !== '') return t('form.policyWrong')
  return undefined
}

function nameProblem({ name }: KeyForm, stored: string | undefined, t: Words): string | undefined {
  if (name === '' && stored) return t('form.nameKept')
  return isAccessKeyName(name) ? undefined : t('form.nameWrong')
}

function descriptionProblem({ description }: KeyForm, stored: string | undefined, t: Words): string | undefined {
  if (description === '' && stored) return t('form.descriptionKept')
  return isAccessKeyDescription(description) ? undefined : t('form.descriptionWrong')
}
