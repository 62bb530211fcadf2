import {
  type ConfigurationDetails,
  type ConfigurationKey,
  getConfigurationDetails,
  getRestartState,
  listConfigurationHistory,
  type Route,
  setConfiguration,
} from '@cooperage/contract'
import { Button, TextInput } from '@mantine/core'
import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { configurationPath, settingsPath } from '../navigation/paths/settings.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { ConfigurationField, type ConfigurationFieldProps } from './ConfigurationField.tsx'
import { changesOf, isRequired, problemOf, type Values } from './form-changes.ts'
import { configurationId } from './index.ts'
import { separatorOf } from './list-value.ts'
import { ResetDialog } from './ResetDialog.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { useDescribedKey, useSectionName, useSectionPurpose } from './section-names.ts'

interface ConfigurationFormProps extends TargetFormOptions {
  section: string
  details: ConfigurationDetails
  keys: readonly ConfigurationKey[]
  /** '' for the unnamed target, undefined for one that doesn't exist yet. */
  target: string | undefined
}

/** What a separate page for the targets of a section does differently. */
export interface TargetFormOptions {
  /** The page to return to; by default that of the targets, or of all sections. */
  listPath?: string | undefined
  /** The title of the form for a new target. */
  addTitle?: string
  /** Shown below the form. */
  note?: string
  /** Values that a new target begins with, where the section has such keys. */
  initial?: Values
  /** Inputs that replace the plain one of a key. */
  fields?: Readonly<Record<string, ComponentType<ConfigurationFieldProps>>>
  /** What else shows the targets. */
  changes?: readonly Route[]
}

/** The values of a section, or of one of its targets. Changes are reviewed before they are saved. */
export function ConfigurationForm({ section, details, keys, target, listPath, ...options }: ConfigurationFormProps) {
  const t = useTexts('settings')
  const { push } = useNavigation()
  const sectionName = useSectionName()(section)
  const purpose = useSectionPurpose()(section, details.description)
  const described = useDescribedKey()
  const [values, setValues] = useState<Values>(() => (target === undefined ? initialValues(keys, options.initial) : {}))
  const [newTarget, setNewTarget] = useState('')
  const save = useChange(setConfiguration, {
    changes: [getConfigurationDetails, getRestartState, listConfigurationHistory, ...(options.changes ?? [])],
    goneCodes: ['ConfigurationChanged'],
    notice: ({ restart }) => t(restart ? 'form.savedRestart' : 'form.saved', { name: sectionName }),
    onError: ({ body }) => {
      // The form shows it at the field.
      if ('key' in body && keys.some(({ key }) => key === body.key)) close()
    },
    onDone: () => push(listPath ?? (details.hasTargets ? configurationPath(section) : settingsPath())),
  })
  const { error } = save

  const name = target === '' || target === undefined ? sectionName : `${sectionName}: ${target}`
  const targetProblem = target === undefined ? nameProblem(newTarget, details) : undefined
  const changes = changesOf(keys, values)
  const isChanged = changes.set.length + changes.reset.length > 0
  const hasProblem = keys.some((field) => problemOf(section, field, values) !== undefined)
  const problem = () => {
    if (!isChanged) return t('form.unchanged')
    if (hasProblem || targetProblem !== undefined) return t('form.fix')
    return target === undefined && newTarget === '' ? t('targets.nameMissing') : undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem() === undefined) open('review')
  }
  const confirm = () => {
    const replaces = keys
      .filter(({ key, secret }) => !secret && [...changes.set.map((one) => one.key), ...changes.reset].includes(key))
      .map(({ key, value }) => ({ key, value }))
    const id = configurationId(section, target ?? newTarget)
    save.mutate({ params: { id }, body: { key_values: changes.set, resets: changes.reset, replaces } })
  }
  const { open, close, dialog } = useDialogs({
    reset: (close) => <ResetDialog section={section} target="" onClose={close} />,
    review: (close): ReactNode => (
      <ReviewDialog
        title={t('form.reviewTitle', { name })}
        section={section}
        keys={keys}
        changes={changes}
        call={save}
        onConfirm={confirm}
        onClose={close}
      />
    ),
  })
  const errorOf = (field: ConfigurationKey) => {
    if (error && 'key' in error.body && error.body.key === field.key) return error.detailedMessage || error.message
    const found = problemOf(section, field, values)
    // An empty field is reported once it was changed: a new form isn't full of errors.
    const isUntouched = values[field.key] === undefined
    return found === undefined || isUntouched ? undefined : t(`form.${found}`)
  }
  return (
    <>
      <form className={layout.form} onSubmit={submit}>
        <h2 className={layout.heading}>
          {target === undefined
            ? (options.addTitle ?? t('form.addTitle', { name: sectionName }))
            : t('form.title', { name })}
        </h2>
        <p className={layout.note}>{purpose}</p>
        {target === undefined && (
          <TextInput
            label={t('targets.name')}
            description={t('targets.nameHint')}
            error={targetProblem && newTarget !== '' ? t(`targets.${targetProblem}`) : undefined}
            withAsterisk
            value={newTarget}
            onChange={(event) => setNewTarget(event.currentTarget.value)}
          />
        )}
        {keys.map((field) => {
          const Field = options.fields?.[field.key] ?? ConfigurationField
          return (
            <Field
              key={field.key}
              field={{ ...described(section, field), required: isRequired(section, field) }}
              separator={separatorOf(field.description)}
              value={values[field.key] ?? field.value}
              onChange={(value) => {
                setValues((before) => ({ ...before, [field.key]: value }))
                if (error) save.reset()
              }}
              error={errorOf(field)}
            />
          )
        })}
        {options.note && <p className={layout.note}>{options.note}</p>}
        <div className={layout.buttons}>
          {target === '' && !details.hasTargets && (
            <Button variant="default" onClick={() => open('reset')}>
              {t('form.reset')}
            </Button>
          )}
          <ExplainedButton disabledReason={problem()} onClick={() => open('review')}>
            {t('form.save')}
          </ExplainedButton>
        </div>
      </form>
      {dialog}
    </>
  )
}

function initialValues(keys: readonly ConfigurationKey[], initial: Values = {}): Values {
  return Object.fromEntries(Object.entries(initial).filter(([name]) => keys.some(({ key }) => key === name)))
}

function nameProblem(name: string, { targets }: ConfigurationDetails): 'nameTaken' | 'nameWrong' | undefined {
  if (targets.some(({ target }) => target === name && target !== '')) return 'nameTaken'
  return name === '' || /^[\w-]{1,64}$/.test(name) ? undefined : 'nameWrong'
}
