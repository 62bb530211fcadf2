import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import type { ApiError } from '../api/api-error.ts'
import { CloseButton } from '../CloseButton.tsx'
import { ErrorFacts } from './ErrorFacts.tsx'
import classes from './feedback.module.css'
import { modalMessage } from './modal-message.ts'
import { useAutoHide } from './use-auto-hide.ts'

/** How long a modal's snackbar stays, and how long with an error (spec core-console 8). */
const MODAL_NOTICE_MS = 5000
const MODAL_ERROR_MS = 10_000

interface ModalSnackbarProps {
  error: ApiError | null
  /** A message that isn't an error; another object is announced again. */
  notice?: { text: string } | undefined
  isErrorKept?: boolean | undefined
}

/** The error of a modal's last attempt, or another message, inside the modal; the live region always exists. */
export function ModalSnackbar({ error, notice, isErrorKept = false }: ModalSnackbarProps) {
  const [dismissed, setDismissed] = useState<object>()
  const shown = error ?? notice
  return (
    <div role="alert">
      {shown && shown !== dismissed && (
        <ModalMessage
          key={shown === error ? error.message : notice?.text}
          text={shown === error ? modalMessage(error) : (notice?.text ?? '')}
          failure={shown === error ? error : undefined}
          isKept={isErrorKept && shown === error}
          onClose={() => setDismissed(shown)}
        />
      )}
    </div>
  )
}

interface ModalMessageProps {
  text: string
  /** If it is an error. */
  failure: ApiError | undefined
  isKept: boolean
  onClose: () => void
}

function ModalMessage({ text, failure, isKept, onClose }: ModalMessageProps) {
  const t = useTexts()
  const isError = failure !== undefined
  const Icon = isError ? IconAlertTriangle : IconCircleCheck
  useAutoHide(isError ? MODAL_ERROR_MS : MODAL_NOTICE_MS, isKept, onClose)
  const message = useRef<HTMLDivElement>(null)
  // On a page that is taller than the window it would be out of sight; a dialog keeps it in view itself.
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's cleanup.
    void message.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={message} className={classes.inModal} data-tone={isError ? 'bad' : 'good'}>
      <Icon size={18} aria-hidden="true" className={classes.icon} />
      <div className={classes.body}>
        <p>{text}</p>
        {failure && <ErrorFacts error={failure} />}
      </div>
      <CloseButton label={t('close')} onClick={onClose} />
    </div>
  )
}
