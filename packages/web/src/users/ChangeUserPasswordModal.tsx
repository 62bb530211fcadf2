import '../messages/en/user-page.ts'
import { changeUserPassword, getUser, listUsers, revokeTemporaryKeys, secretKeyProblem } from '@cooperage/contract'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'

interface ChangeUserPasswordModalProps {
  user: string
  onClose: () => void
}

/**
 * Sets the secret key of another user, and ends its sessions, which storage servers leave open. These are two calls: if the
 * second one fails, the dialog repeats only that.
 */
export function ChangeUserPasswordModal({ user, onClose }: ChangeUserPasswordModalProps) {
  const t = useTexts(['userPage', 'shared'])
  const [secretKey, setSecretKey] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [endsSessions, setEndsSessions] = useState(true)
  const name = plainName(user)
  const revoke = useChange(revokeTemporaryKeys, {
    changes: [],
    notice: t('password.changedSignedOut', { name }),
    onDone: onClose,
  })
  const change = useChange(changeUserPassword, {
    changes: [getUser, listUsers],
    goneCodes: ['NoSuchUser'],
    ...(!endsSessions && { notice: t('password.changed', { name }) }),
    onDone: () => (endsSessions ? revoke.mutate({ body: { user } }) : onClose()),
  })
  const isTooShort = secretKeyProblem(secretKey) === 'tooShort'
  // While the rest may still be typed, nothing is wrong.
  const isDifferent = !secretKey.startsWith(confirmation)
  const reason = () => {
    if (secretKey === '') return t('password.missing')
    if (isTooShort) return t('password.tooShort')
    if (confirmation === '') return t('password.confirmMissing')
    return confirmation === secretKey ? undefined : t('password.mismatch')
  }
  if (change.isSuccess) {
    return (
      <ModalForm
        title={t('password.title', { name })}
        onClose={onClose}
        closeLabel={t('shared:close')}
        onSubmit={() => revoke.mutate({ body: { user } })}
        submitLabel={t('password.endSessions')}
        call={revoke}
      >
        {revoke.error && <p role="status">{t('password.onlyChanged')}</p>}
      </ModalForm>
    )
  }
  return (
    <ModalForm
      title={t('password.title', { name })}
      onClose={onClose}
      onSubmit={() => change.mutate({ body: { selectedUser: user, newSecretKey: secretKey } })}
      submitLabel={t('shared:save')}
      call={change}
      disabledReason={reason()}
    >
      <p>{t('password.note')}</p>
      <SecretKeyField
        label={t('password.new')}
        value={secretKey}
        onChange={setSecretKey}
        onGenerate={(generated) => {
          setSecretKey(generated)
          setConfirmation(generated)
        }}
        isNew
        hasAutofocus
      />
      <SecretKeyField
        label={t('password.confirm')}
        value={confirmation}
        onChange={setConfirmation}
        error={isDifferent ? t('password.mismatch') : undefined}
        isRetyped
      />
      <Switch
        label={t('password.signOut')}
        description={t('password.signOutHint')}
        checked={endsSessions}
        onChange={(event) => setEndsSessions(event.currentTarget.checked)}
      />
    </ModalForm>
  )
}
