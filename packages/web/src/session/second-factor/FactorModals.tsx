import {
  confirmAuthenticator,
  confirmPasskey,
  type Factor,
  type FactorProof,
  listOwnFactors,
  type NewAuthenticator,
  newFactorChallenge,
  removeFactor,
  renewRecoveryCodes,
  startAuthenticator,
  startPasskey,
} from '@cooperage/contract'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { call } from '../../shared/api/call.ts'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { showNotice } from '../../shared/feedback/messages.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { AppSecret } from './AppSecret.tsx'
import { offersPasskeys } from './offers-passkeys.ts'
import { createPasskey } from './passkeys.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { PasskeyName } from './SecondStep.tsx'
import { useProof } from './use-proof.tsx'
import { useTask } from './use-task.ts'

interface OwnFactors {
  factors: readonly Factor[]
  recoveryCodes: number
}

/** What proves a change: a factor of the account, if it has any. */
function useOwnProof({ factors, recoveryCodes }: OwnFactors) {
  const isHere = ({ kind, host }: Factor) => kind === 'passkey' && host === window.location.hostname
  const { collect, ...proof } = useProof([
    ...(offersPasskeys() && factors.some(isHere) ? (['passkey'] as const) : []),
    ...(factors.some(({ kind }) => kind === 'totp') ? (['totp'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery'] as const) : []),
  ])
  return { ...proof, collect: () => collect(() => call(newFactorChallenge, {})) }
}

interface OfAccount {
  own: OwnFactors
  onClose: () => void
}

/** Sets up a factor, and shows the recovery codes that come with the first one. */
export function AddFactorModal({ kind, own, onClose }: OfAccount & { kind: Factor['kind'] }) {
  const t = useTexts('secondFactor')
  const invalidate = useInvalidate()
  const { task, run } = useTask()
  // The list changes with the first factor, while its codes are shown.
  const [before] = useState(own)
  const proof = useOwnProof(before)
  const needsProof = before.factors.length > 0
  const [made, setMade] = useState<NewAuthenticator>()
  const [entered, setEntered] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const title = t(kind === 'totp' ? 'app.add' : 'passkey.add')
  const proved = async () => (needsProof ? { proof: await proof.collect() } : {})
  const finish = async (recoveryCodes: readonly string[]) => {
    await invalidate(listOwnFactors)
    if (recoveryCodes.length > 0) return setCodes(recoveryCodes)
    showNotice(t('own.added'))
    onClose()
  }

  if (codes !== undefined) return <CodesModal codes={codes} onClose={onClose} />
  if (made !== undefined) {
    const confirm = () =>
      run(async () => {
        const body = { setup: made.setup, code: entered }
        await finish((await call(confirmAuthenticator, { body })).recoveryCodes)
      })
    return (
      <ModalForm
        key="made"
        title={title}
        onClose={onClose}
        onSubmit={confirm}
        submitLabel={title}
        call={task}
        disabledReason={entered.trim() === '' ? t('codeMissing') : undefined}
      >
        <AppSecret made={made} code={entered} onCode={setEntered} />
      </ModalForm>
    )
  }
  const start = () =>
    run(async () => {
      if (kind === 'totp') return setMade(await call(startAuthenticator, { body: await proved() }))
      const begun = await call(startPasskey, { body: await proved() })
      const body = { setup: begun.setup, name: entered, answer: await createPasskey(begun) }
      await finish((await call(confirmPasskey, { body })).recoveryCodes)
    })
  const nameMissing = kind === 'passkey' && entered.trim() === '' ? t('passkey.nameMissing') : undefined
  return (
    <ModalForm
      key="start"
      title={title}
      onClose={onClose}
      onSubmit={start}
      submitLabel={kind === 'totp' ? t('continue') : title}
      call={task}
      disabledReason={nameMissing ?? (needsProof ? proof.missing : undefined)}
    >
      {kind === 'totp' ? <p>{t('app.what')}</p> : <PasskeyName name={entered} onName={setEntered} />}
      {needsProof && (
        <>
          <p>{t('proof')}</p>
          {proof.fields}
        </>
      )}
    </ModalForm>
  )
}

/** Removes a factor after another proof, which may be the factor itself. */
export function RemoveFactorDialog({ factor, own, onClose }: OfAccount & { factor: Factor }) {
  const t = useTexts('secondFactor')
  const invalidate = useInvalidate()
  const { task, run } = useTask()
  const proof = useOwnProof(own)
  const remove = () =>
    run(async () => {
      await call(removeFactor, { body: { id: factor.id, proof: await proof.collect() } })
      await invalidate(listOwnFactors)
      showNotice(t('own.removed'))
      onClose()
    })
  const name = plainName(factor.name)
  return (
    <ConfirmDialog
      title={factor.kind === 'totp' ? t('app.removeTitle') : t('passkey.removeTitle', { name })}
      confirmLabel={t('own.remove')}
      onConfirm={remove}
      onClose={onClose}
      call={task}
      disabledReason={proof.missing}
    >
      <p>{t(own.factors.length === 1 ? 'own.removeLast' : 'own.removeNote')}</p>
      <p>{t('proof')}</p>
      {proof.fields}
    </ConfirmDialog>
  )
}

interface ProvedDialogProps extends OfAccount {
  title: string
  confirmLabel: string
  /** A name that has to be typed. */
  typedName?: string
  /** Closes the dialog at the end. @throws ApiError */
  change: (proof: FactorProof | undefined) => Promise<void>
  children: ReactNode
}

/** Confirms a change for which the visitor needs a factor if its account has one. */
export function ProvedDialog({ own, change, children, ...rest }: ProvedDialogProps) {
  const t = useTexts('secondFactor')
  const { task, run } = useTask()
  const proof = useOwnProof(own)
  const needsProof = own.factors.length > 0
  return (
    <ConfirmDialog
      {...rest}
      onConfirm={() => run(async () => change(needsProof ? await proof.collect() : undefined))}
      call={task}
      disabledReason={needsProof ? proof.missing : undefined}
    >
      {children}
      {needsProof && (
        <>
          <p>{t('proof')}</p>
          {proof.fields}
        </>
      )}
    </ConfirmDialog>
  )
}

/** Replaces the recovery codes after a proof. */
export function RenewCodesDialog({ own, onClose }: OfAccount) {
  const t = useTexts('secondFactor')
  const invalidate = useInvalidate()
  const { task, run } = useTask()
  const [before] = useState(own)
  const proof = useOwnProof(before)
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes !== undefined) return <CodesModal codes={codes} onClose={onClose} />
  const renew = () =>
    run(async () => {
      const { recoveryCodes } = await call(renewRecoveryCodes, { body: { proof: await proof.collect() } })
      await invalidate(listOwnFactors)
      setCodes(recoveryCodes)
    })
  return (
    <ModalForm
      title={t('codes.renew')}
      onClose={onClose}
      onSubmit={renew}
      submitLabel={t('codes.renew')}
      call={task}
      disabledReason={proof.missing}
    >
      <p>{t('codes.renewNote')}</p>
      <p>{t('proof')}</p>
      {proof.fields}
    </ModalForm>
  )
}

function CodesModal({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts('secondFactor')
  return (
    <ModalForm
      key="codes"
      title={t('codes.title')}
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('codes.done')}
      hasOneButton
      isKeptOpen
    >
      <RecoveryCodes codes={codes} />
    </ModalForm>
  )
}
