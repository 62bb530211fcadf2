import '../messages/en/access-keys.ts'
import {
  type AccessKeyDetails,
  compactPolicy,
  getAccessKey,
  isSamePolicy,
  MAX_SECRET_KEY_LENGTH,
  secretKeyProblem,
  updateAccessKey,
} from '@cooperage/contract'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { NEW_POLICY } from '../policies/index.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { expiryTime } from '../shared/fields/expiry-choice.ts'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatDate } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import type { KeyWord } from './ChangeKeysDialog.tsx'
import { formProblem, KeyFields, type KeyForm } from './KeyFields.tsx'
import { KEY_LISTS, problemsOf } from './key-calls.ts'
import { NewCredentials } from './NewCredentials.tsx'
import { usePolicyPreview } from './use-policy-preview.ts'

interface EditAccessKeyModalProps {
  word: KeyWord
  accessKey: string
  onClose: () => void
}

/** Changes an access key. Its policy is read first, since lists don't have it. */
export function EditAccessKeyModal({ word, accessKey, onClose }: EditAccessKeyModalProps) {
  const t = useTexts(['accessKeys', 'shared'])
  const title = t(`${word}.edit`, { accessKey: plainName(accessKey) })
  const query = useApiQuery(getAccessKey, { params: { accessKey } }, { refetchOnMount: 'always' })
  const { data, error, isFetching } = query
  // What another page read earlier may be outdated.
  const [opened, setOpened] = useState<AccessKeyDetails>()
  if (opened) return <EditForm title={title} word={word} stored={opened} onClose={onClose} />
  if (data && !isFetching && !error) setOpened(data)
  return (
    <ModalForm
      title={title}
      onClose={onClose}
      onSubmit={() => undefined}
      submitLabel={t('shared:save')}
      disabledReason={t('shared:loading')}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={isFetching} />
      ) : (
        <p role="status">{t('shared:loading')}</p>
      )}
    </ModalForm>
  )
}

interface EditFormProps {
  title: string
  word: KeyWord
  stored: AccessKeyDetails
  onClose: () => void
}

function EditForm({ title, word, stored, onClose }: EditFormProps) {
  const t = useTexts(['accessKeys', 'shared'])
  const own = useSession()?.accountName
  const [form, setForm] = useState<KeyForm>({
    name: stored.name,
    description: stored.description,
    expires: 'keep',
    date: '',
    isRestricted: stored.restricted,
    policy: stored.restricted ? stored.policy : NEW_POLICY,
  })
  const [isRotated, setRotated] = useState(false)
  const [secretKey, setSecretKey] = useState('')
  const [saved, setSaved] = useState<{ accessKey: string; secretKey: string }>()
  const preview = usePolicyPreview(stored.owner === own ? undefined : stored.owner, form)
  const { accessKey } = stored
  const update = useChange(updateAccessKey, {
    changes: KEY_LISTS,
    goneCodes: ['NoSuchServiceAccount'],
    // A new secret key is shown instead.
    ...(!isRotated && { notice: t(`${word}.saved`, { accessKey: plainName(accessKey) }) }),
    onDone: () => (isRotated ? setSaved({ accessKey, secretKey }) : onClose()),
  })
  if (saved) return <NewCredentials title={t('edit.rotatedTitle')} keys={[saved]} onClose={onClose} />

  const policy = form.isRestricted ? compactPolicy(form.policy) : ''
  const expiry = expiryTime(form.expires, form.date, new Date())
  const body = {
    ...(form.name !== stored.name && { name: form.name }),
    ...(form.description !== stored.description && { description: form.description }),
    ...(expiry !== undefined && { expiry }),
    ...(!isSamePolicy(policy, stored.policy) && { policy }),
    ...(isRotated && { secretKey }),
  }
  const problem = () => {
    const inFields = formProblem(form, stored, preview, t)
    if (inFields !== undefined) return inFields
    if (isRotated && secretKey === '') return t('edit.secretMissing')
    if (isRotated && secretKeyProblem(secretKey) !== undefined) return t('form.fix')
    return Object.keys(body).length === 0 ? t('edit.unchanged') : undefined
  }
  const { fields, form: failure } = problemsOf(update.error)
  return (
    <ModalForm
      title={title}
      isWide={form.isRestricted}
      onClose={onClose}
      onSubmit={() => update.mutate({ params: { accessKey }, body })}
      submitLabel={t('shared:save')}
      call={{ isPending: update.isPending, error: failure }}
      disabledReason={problem()}
    >
      <KeyFields
        form={form}
        onChange={(change) => setForm((form) => ({ ...form, ...change }))}
        refused={fields}
        preview={preview}
        stored={{
          name: stored.name,
          description: stored.description,
          expiry:
            stored.expiry === '' ? t('edit.neverExpires') : t('edit.expires', { date: formatDate(stored.expiry) }),
        }}
      >
        <Switch
          label={t('edit.rotate')}
          description={t('edit.rotateHint')}
          checked={isRotated}
          onChange={(event) => setRotated(event.currentTarget.checked)}
        />
        {isRotated && (
          <SecretKeyField
            label={t('edit.newSecret')}
            isNew
            maxBytes={MAX_SECRET_KEY_LENGTH}
            value={secretKey}
            onChange={setSecretKey}
            error={fields.secretKey}
          />
        )}
      </KeyFields>
    </ModalForm>
  )
}
