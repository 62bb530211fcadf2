import '../../messages/en/fields.ts'
import { Button, PasswordInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { CopyButton } from '../CopyButton.tsx'
import classes from './fields.module.css'
import { generateSecretKey, judgeSecretKey, type SecretKeyVerdict } from './secret-key.ts'

interface SecretKeyFieldProps {
  label: string
  description?: string
  value: string
  onChange: (value: string) => void
  /** Called in place of `onChange` with a value that was generated. */
  onGenerate?: (value: string) => void
  error?: string | undefined
  /** A secret key that is being chosen: it can be generated and copied, and its strength is shown. */
  isNew?: boolean
  /** The repeated new one: neither rated nor filled in by the browser. */
  isRetyped?: boolean
  /** Maximum length of a new one, in bytes: `MAX_SECRET_KEY_LENGTH` for service accounts, none for users. */
  maxBytes?: number
  /** Whether the field has the focus when a dialog opens. */
  hasAutofocus?: boolean
  /** Marked as required. */
  isRequired?: boolean
}

const TONES: Record<SecretKeyVerdict, 'bad' | 'warn' | 'good'> = {
  tooShort: 'bad',
  tooLong: 'bad',
  common: 'warn',
  predictable: 'warn',
  fair: 'warn',
  strong: 'good',
}

/** A secret key or password. `secretKeyProblem` of the contract says whether a new one can be sent. */
export function SecretKeyField(props: SecretKeyFieldProps) {
  const {
    label,
    description,
    value,
    onChange,
    error,
    onGenerate = onChange,
    isNew = false,
    isRetyped = false,
    maxBytes,
    hasAutofocus,
    isRequired = false,
  } = props
  const t = useTexts('fields')
  const [isVisible, setVisible] = useState(false)
  const generate = () => {
    onGenerate(generateSecretKey())
    setVisible(true)
  }
  const withButtons = (input: ReactNode) => (
    <div className={classes.secret}>
      {input}
      <Button variant="default" title={t('secret.generateHint')} onClick={generate}>
        {t('secret.generate')}
      </Button>
      {value !== '' && <CopyButton text={value} what={label} />}
    </div>
  )
  return (
    <PasswordInput
      label={label}
      description={
        isNew ? (
          <>
            {description}
            <Strength value={value} maxBytes={maxBytes} />
          </>
        ) : (
          description
        )
      }
      {...(isNew && { inputContainer: withButtons, inputWrapperOrder: ['label', 'input', 'description', 'error'] })}
      error={error}
      withAsterisk={isRequired}
      // A browser must neither fill in nor save a secret of another user.
      autoComplete={isNew || isRetyped ? 'new-password' : 'current-password'}
      maxLength={1024}
      data-autofocus={hasAutofocus || undefined}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('secret.show', { label }), 'aria-pressed': isVisible }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Strength({ value, maxBytes }: { value: string; maxBytes: number | undefined }) {
  const t = useTexts('fields')
  if (value === '') {
    return <span className={classes.verdict}>{t(maxBytes === undefined ? 'secret.hint' : 'secret.limitedHint')}</span>
  }
  const verdict = judgeSecretKey(value, maxBytes)
  const tone = TONES[verdict]
  const Icon = { bad: IconAlertTriangle, warn: IconInfoCircle, good: IconCircleCheck }[tone]
  return (
    <span className={classes.verdict} data-tone={tone} aria-live="polite">
      <Icon size={14} aria-hidden />
      {t(`secret.${verdict}`)}
    </span>
  )
}
