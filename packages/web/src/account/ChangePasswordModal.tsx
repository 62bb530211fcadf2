import { changePassword, getSession, listAccountSessions, secretKeyProblem } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { useChange } from '../shared/api/use-change.ts'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { SignOutEverywhereDialog } from './SignOutEverywhereDialog.tsx'

/** Changes the visitor's own password, then offers to end the sessions that a known old password may have started. */
export function ChangePasswordModal({ onClose }: { onClose: () => void }) {
  const t = useTexts('account')
  const account = useSession()?.accountName
  const [current, setCurrent] = useState('')
  const [wanted, setWanted] = useState('')
  const [again, setAgain] = useState('')
  const [isEnding, setEnding] = useState(false)
  // The call has started a new session.
  const change = useChange(changePassword, { changes: [getSession, listAccountSessions] })
  if (isEnding) return <SignOutEverywhereDialog onClose={onClose} />
  if (change.isSuccess) {
    return (
      <ModalForm
        key="changed"
        title={t('password.changed')}
        onClose={onClose}
        closeLabel={t('password.done')}
        onSubmit={() => setEnding(true)}
        submitLabel={t('everywhere.action')}
      >
        <p>{t('password.stays')}</p>
        <p>{t('password.advice')}</p>
      </ModalForm>
    )
  }

  const isTooShort = secretKeyProblem(wanted) === 'tooShort'
  // While the rest may still be typed, nothing is wrong.
  const differs = !wanted.startsWith(again)
  const problem = () => {
    if (current === '' || wanted === '' || again === '') return t('password.incomplete')
    if (isTooShort) return t('password.tooShort')
    return again === wanted ? undefined : t('password.noMatch')
  }
  const setBoth = (generated: string) => {
    setWanted(generated)
    setAgain(generated)
  }
  return (
    <ModalForm
      title={t('password.title')}
      onClose={onClose}
      onSubmit={() => change.mutate({ body: { current_secret_key: current, new_secret_key: wanted } })}
      submitLabel={t('password.save')}
      call={change}
      disabledReason={problem()}
    >
      {/* Password managers need it to know whose password they keep. */}
      <input type="text" autoComplete="username" value={account ?? ''} readOnly hidden />
      <SecretKeyField label={t('password.current')} value={current} onChange={setCurrent} hasAutofocus />
      <SecretKeyField label={t('password.new')} value={wanted} onChange={setWanted} onGenerate={setBoth} isNew />
      <SecretKeyField
        label={t('password.again')}
        value={again}
        onChange={setAgain}
        error={differs ? t('password.noMatch') : undefined}
        isRetyped
      />
    </ModalForm>
  )
}
