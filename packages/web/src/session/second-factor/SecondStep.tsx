import '../../messages/en/second-factor.ts'
import {
  type FactorRequest,
  loginChallenge,
  loginConfirmAuthenticator,
  loginConfirmPasskey,
  loginNewAuthenticator,
  loginNewPasskey,
  loginSecondFactor,
  type NewAuthenticator,
} from '@cooperage/contract'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { ExplainedButton, explained } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import type { FormCall } from '../../shared/ModalForm.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { WarningNote } from '../../shared/WarningNote.tsx'
import { FailureBanner } from '../Banner.tsx'
import { AppSecret } from './AppSecret.tsx'
import { offersPasskeys } from './offers-passkeys.ts'
import { createPasskey } from './passkeys.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useProof } from './use-proof.tsx'
import { useTask } from './use-task.ts'

interface SecondStepProps {
  request: FactorRequest
  /** The session has begun. */
  onSignedIn: () => void
  /** To the form with the keys. */
  onBack: () => void
  /** The session has begun, and what is shown with `onSignedIn` as the next step can't be shown again. */
  onShown?: () => void
  /** Whether a dialog around it has a title. */
  isInDialog?: boolean
}

/** What a sign-in needs after its keys: a factor of the account, or its first one. */
export function SecondStep(props: SecondStepProps) {
  return props.request.factors.length > 0 ? <GiveFactor {...props} /> : <SetUpFactor {...props} />
}

function GiveFactor(props: SecondStepProps) {
  const { request, onSignedIn, onShown } = props
  const t = useTexts('secondFactor')
  const { task, run } = useTask()
  /** What was entered here. */
  const ownMistakes = useRef(0)
  const [byOthers, setByOthers] = useState(0)
  const proof = useProof(request.factors.filter((kind) => kind !== 'passkey' || offersPasskeys()))
  const submit = () =>
    run(async () => {
      const body = { proof: await proof.collect(() => call(loginChallenge, {})) }
      const { wrongFactors } = await call(loginSecondFactor, { body }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'SecondFactorWrong') ownMistakes.current += 1
        throw error
      })
      const others = wrongFactors - ownMistakes.current
      if (others <= 0) return onSignedIn()
      onShown?.()
      setByOthers(others)
    })
  if (byOthers > 0) {
    const warning = t('wrongSince', { number: formatCount(byOthers) })
    return (
      <Step {...props} onBack={undefined} task={task} onSubmit={onSignedIn} label={t('continue')}>
        <Outcome label={warning}>
          <WarningNote>{warning}</WarningNote>
        </Outcome>
      </Step>
    )
  }
  return (
    <Step {...props} task={task} onSubmit={submit} label={t('continue')} disabledReason={proof.missing}>
      {proof.fields}
    </Step>
  )
}

/** Of an account that has none. */
function SetUpFactor(props: SecondStepProps) {
  const t = useTexts('secondFactor')
  const { onSignedIn, onShown } = props
  const { task, run } = useTask()
  const [kind, setKind] = useState<'app' | 'passkey'>()
  const [made, setMade] = useState<NewAuthenticator>()
  const [entered, setEntered] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const show = (recoveryCodes: readonly string[]) => {
    onShown?.()
    setCodes(recoveryCodes)
  }

  if (codes !== undefined) {
    return (
      <Step {...props} onBack={undefined} task={task} onSubmit={onSignedIn} label={t('continue')}>
        <Outcome label={t('codes.what')}>
          <RecoveryCodes codes={codes} />
        </Outcome>
      </Step>
    )
  }
  if (kind === 'app' && made !== undefined) {
    const confirm = () =>
      run(async () => {
        const body = { setup: made.setup, code: entered }
        show((await call(loginConfirmAuthenticator, { body })).recoveryCodes)
      })
    const missing = entered.trim() === '' ? t('codeMissing') : undefined
    return (
      <Step {...props} task={task} onSubmit={confirm} label={t('continue')} disabledReason={missing}>
        <AppSecret made={made} code={entered} onCode={setEntered} />
      </Step>
    )
  }
  if (kind === 'passkey') {
    const add = () =>
      run(async () => {
        const begun = await call(loginNewPasskey, {})
        const body = { setup: begun.setup, name: entered, answer: await createPasskey(begun) }
        show((await call(loginConfirmPasskey, { body })).recoveryCodes)
      })
    const missing = entered.trim() === '' ? t('passkey.nameMissing') : undefined
    return (
      <Step {...props} task={task} onSubmit={add} label={t('passkey.add')} disabledReason={missing}>
        <PasskeyName name={entered} onName={setEntered} />
      </Step>
    )
  }
  const begin = () =>
    run(async () => {
      setMade(await call(loginNewAuthenticator, {}))
      setKind('app')
    })
  const passkey = (
    <ExplainedButton
      variant="default"
      fullWidth
      size="md"
      disabledReason={offersPasskeys() ? undefined : t('passkey.insecure')}
      onClick={() => setKind('passkey')}
    >
      {t('passkey.add')}
    </ExplainedButton>
  )
  return (
    <Step {...props} task={task} onSubmit={begin} label={t('app.add')} other={passkey}>
      <p>{t('missing')}</p>
      <p className={layout.note}>{t('app.what')}</p>
      <p className={layout.note}>{t('passkey.what')}</p>
    </Step>
  )
}

export function PasskeyName({ name, onName }: { name: string; onName: (name: string) => void }) {
  const t = useTexts('secondFactor')
  return (
    <>
      <p className={layout.note}>{t('passkey.what')}</p>
      <TextInput
        label={t('passkey.name')}
        description={t('passkey.nameHint')}
        name="passkey"
        autoComplete="off"
        maxLength={64}
        autoFocus
        data-autofocus
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
    </>
  )
}

/** What replaces the field that had the focus: it gets the focus, so that it is read out. */
function Outcome({ label, children }: { label: string; children: ReactNode }) {
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => group.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div ref={group} role="group" tabIndex={-1} aria-label={label} className={layout.stack}>
      {children}
    </div>
  )
}

interface StepProps extends Omit<SecondStepProps, 'onBack' | 'onSignedIn' | 'onShown'> {
  task: FormCall
  onSubmit: () => void
  label: string
  disabledReason?: string | undefined
  /** The button of another way, after that of this one. */
  other?: ReactNode
  onBack: (() => void) | undefined
  children: ReactNode
}

/** One form of the sign-in. */
function Step({ request, task, onSubmit, label, disabledReason, other, onBack, isInDialog, children }: StepProps) {
  const t = useTexts(['secondFactor', 'session'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!task.isPending && disabledReason === undefined) onSubmit()
  }
  return (
    <form className={layout.form} onSubmit={submit}>
      {!isInDialog && <h1 className={layout.heading}>{t('title')}</h1>}
      {task.error && <FailureBanner error={task.error} />}
      <p className={layout.note}>{t('account', { account: plainName(request.account) })}</p>
      {children}
      <Button type="submit" fullWidth size="md" loading={task.isPending} {...explained(disabledReason)}>
        {label}
      </Button>
      {other}
      {onBack && (
        <Button variant="subtle" onClick={onBack}>
          {t('session:backToLogin')}
        </Button>
      )}
    </form>
  )
}
