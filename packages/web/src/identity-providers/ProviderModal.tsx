import '../messages/en/identity-providers.ts'
import {
  addIdentityProvider,
  DEFAULT_PROVIDER,
  type IdentityProvider,
  PROVIDER_KEYS,
  type ProviderType,
  SECRET_PROVIDER_KEYS,
  testIdentityProvider,
  updateIdentityProvider,
} from '@cooperage/contract'
import { PasswordInput, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { failureReason } from '../shared/api/api-error.ts'
import { useApiMutation } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './identity-providers.module.css'
import { CHANGED, providerValue, titleOf } from './provider-text.ts'

type Key = (typeof PROVIDER_KEYS)[ProviderType][number]

const SWITCHES: ReadonlySet<string> = new Set(['server_insecure', 'server_starttls', 'tls_skip_verify'])
const REQUIRED: Record<ProviderType, readonly Key[]> = {
  openid: ['config_url', 'client_id'],
  ldap: ['server_addr', 'lookup_bind_dn', 'user_dn_search_base_dn', 'user_dn_search_filter'],
}

interface ProviderModalProps {
  type: ProviderType
  /** Names that are taken. */
  names: readonly string[]
  /** Absent for a new one. */
  provider?: IdentityProvider
  onClose: () => void
}

/** Adds or edits a provider. Secrets are write-only: an empty field keeps the stored one. */
export function ProviderModal({ type, names, provider, onClose }: ProviderModalProps) {
  const t = useTexts('identityProviders')
  const keys: readonly Key[] = PROVIDER_KEYS[type]
  const isNew = provider === undefined
  const [name, setName] = useState('')
  const [values, setValues] = useState<Partial<Record<Key, string>>>(() =>
    Object.fromEntries(keys.map((key) => [key, provider ? providerValue(provider, key) : ''])),
  )
  const change = { changes: CHANGED, notice: t('saved'), onDone: onClose }
  const add = useChange(addIdentityProvider, change)
  const update = useChange(updateIdentityProvider, change)
  const test = useApiMutation(testIdentityProvider, { gcTime: 0 })
  const set = (key: Key, value: string) => {
    test.reset()
    setValues((known) => ({ ...known, [key]: value }))
  }
  const given = keys.map((key) => ({ key, value: values[key] ?? '' }))
  const changed = given.filter(({ key, value }) => {
    if (SECRET_PROVIDER_KEYS.has(key)) return value !== ''
    return value !== (provider ? providerValue(provider, key) : '')
  })
  const missing = REQUIRED[type].find((key) => (values[key] ?? '') === '')
  const asksForName = isNew && type === 'openid'
  const nameProblem = () => {
    if (!asksForName || name === '') return undefined
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return t('form.nameWrong')
    return names.includes(name) ? t('form.nameTaken') : undefined
  }
  const target = asksForName && name !== '' ? name : (provider?.name ?? DEFAULT_PROVIDER)
  const reason = () => {
    if (missing !== undefined) return t('form.missing', { field: t(`keys.${missing}`) })
    if (asksForName && name === '' && names.includes(DEFAULT_PROVIDER)) return t('form.nameMissing')
    return nameProblem() ?? (changed.length === 0 ? t('form.unchanged') : undefined)
  }
  const testReason =
    missing !== undefined
      ? t('form.missing', { field: t(`keys.${missing}`) })
      : type === 'ldap' && !values.lookup_bind_password
        ? t('test.password')
        : undefined
  const submit = () => {
    if (isNew) add.mutate({ params: { type, name: target }, body: { values: changed } })
    else update.mutate({ params: { type, name: target }, body: { values: changed, enabled: provider.enabled } })
  }
  const result = test.data
  return (
    <ModalForm
      title={isNew ? t(`add.${type}`) : t('edit.title', { name: plainName(titleOf(provider)) })}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('save')}
      call={{ isPending: add.isPending || update.isPending, error: add.error ?? update.error ?? test.error }}
      disabledReason={reason()}
      isWide
    >
      {asksForName && (
        <TextInput
          label={t('form.name')}
          description={t('form.nameHint')}
          value={name}
          error={nameProblem()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {keys.map((key) =>
        SWITCHES.has(key) ? (
          <Switch
            key={key}
            label={t(`keys.${key}`)}
            description={t(`hints.${key}`)}
            checked={values[key] === 'on'}
            onChange={(event) => set(key, event.currentTarget.checked ? 'on' : 'off')}
          />
        ) : SECRET_PROVIDER_KEYS.has(key) ? (
          <PasswordInput
            key={key}
            label={t(`keys.${key}`)}
            description={isNew ? t(`hints.${key}`) : t('form.secretKept')}
            autoComplete="off"
            visibilityToggleFocusable
            visibilityToggleButtonProps={{ 'aria-label': t('form.show') }}
            value={values[key] ?? ''}
            onChange={(event) => set(key, event.currentTarget.value)}
          />
        ) : (
          <TextInput
            key={key}
            label={t(`keys.${key}`)}
            description={t(`hints.${key}`)}
            required={REQUIRED[type].includes(key)}
            value={values[key] ?? ''}
            onChange={(event) => set(key, event.currentTarget.value)}
          />
        ),
      )}
      <div className={layout.row}>
        <ExplainedButton
          variant="default"
          loading={test.isPending}
          disabledReason={testReason}
          onClick={() => test.mutate({ body: { type, values: given } })}
        >
          {t(`test.${type}`)}
        </ExplainedButton>
        <p role="status" className={`${layout.note} ${classes.result}`}>
          {result
            ? result.works
              ? t('test.works')
              : failureReason({ message: `${result.problem} ${result.suggestion}`, text: result.text })
            : (testReason ?? t('test.hint'))}
        </p>
      </div>
    </ModalForm>
  )
}
