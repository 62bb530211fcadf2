import '../messages/en/access-keys.ts'
import {
  compactPolicy,
  createServiceAccount,
  isAccessKey,
  MAX_SECRET_KEY_LENGTH,
  secretKeyProblem,
} from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { NEW_POLICY } from '../policies/index.ts'
import { useHasIam } from '../session/index.ts'
import { useChange } from '../shared/api/use-change.ts'
import { expiryTime } from '../shared/fields/expiry-choice.ts'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { formProblem, KeyFields, type KeyForm } from './KeyFields.tsx'
import { KEY_LISTS, problemsOf } from './key-calls.ts'
import { NewCredentials } from './NewCredentials.tsx'
import { usePolicyPreview } from './use-policy-preview.ts'

interface CreateServiceAccountModalProps {
  /** Whose key it will be; undefined: the visitor's own. */
  user: string | undefined
  onClose: () => void
}

const NEW_KEY: KeyForm = {
  name: '',
  description: '',
  expires: 'never',
  date: '',
  isRestricted: false,
  policy: NEW_POLICY,
}

/** Creates a service account and shows its keys, this once. */
export function CreateServiceAccountModal({ user, onClose }: CreateServiceAccountModalProps) {
  const t = useTexts('accessKeys')
  const [form, setForm] = useState(NEW_KEY)
  const [hasOwnKeys, setOwnKeys] = useState(false)
  const [accessKey, setAccessKey] = useState('')
  const [secretKey, setSecretKey] = useState('')
  const preview = usePolicyPreview(user, form)
  const hasIam = useHasIam()
  const create = useChange(createServiceAccount, { changes: KEY_LISTS })
  // One object, or a list of them (spec identity-and-settings 3).
  const keys = [create.data ?? []].flat()
  if (keys.length > 0) return <NewCredentials title={t('created.title')} keys={keys} onClose={onClose} />

  const title = user === undefined ? t('form.title') : t('form.titleFor', { user: plainName(user) })
  if (hasIam) {
    return (
      <ModalForm
        title={title}
        onClose={onClose}
        onSubmit={() => create.mutate({ body: { ...(user !== undefined && { targetUser: user }) } })}
        submitLabel={t('form.submit')}
        call={create}
      >
        <p className={layout.note}>{t('iam.note')}</p>
      </ModalForm>
    )
  }
  const { fields, form: failure } = problemsOf(create.error)
  const isAccessKeyWrong = accessKey !== '' && !isAccessKey(accessKey)
  const ownKeysProblem = () => {
    if (isAccessKeyWrong || (secretKey !== '' && secretKeyProblem(secretKey) !== undefined)) return t('form.fix')
    return accessKey === '' || secretKey === '' ? t('form.keysMissing') : undefined
  }
  const submit = () =>
    create.mutate({
      body: {
        ...(user !== undefined && { targetUser: user }),
        ...(hasOwnKeys && { accessKey, secretKey }),
        name: form.name,
        description: form.description,
        expiry: expiryTime(form.expires, form.date, new Date()),
        policy: form.isRestricted ? compactPolicy(form.policy) : '',
      },
    })
  return (
    <ModalForm
      title={title}
      isWide={form.isRestricted}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('form.submit')}
      call={{ isPending: create.isPending, error: failure }}
      disabledReason={formProblem(form, undefined, preview, t) ?? (hasOwnKeys ? ownKeysProblem() : undefined)}
    >
      <KeyFields
        form={form}
        onChange={(change) => setForm((form) => ({ ...form, ...change }))}
        refused={fields}
        preview={preview}
      >
        <Switch
          label={t('form.ownKeys')}
          description={t('form.ownKeysHint')}
          checked={hasOwnKeys}
          onChange={(event) => setOwnKeys(event.currentTarget.checked)}
        />
        {hasOwnKeys && (
          <>
            <TextInput
              label={t('created.accessKey')}
              description={t('form.accessKeyHint')}
              error={isAccessKeyWrong ? t('form.accessKeyWrong') : fields.accessKey}
              errorProps={{ role: 'alert' }}
              value={accessKey}
              onChange={(event) => setAccessKey(event.currentTarget.value)}
            />
            <SecretKeyField
              label={t('created.secretKey')}
              isNew
              maxBytes={MAX_SECRET_KEY_LENGTH}
              value={secretKey}
              onChange={setSecretKey}
              error={fields.secretKey}
            />
          </>
        )}
      </KeyFields>
    </ModalForm>
  )
}
