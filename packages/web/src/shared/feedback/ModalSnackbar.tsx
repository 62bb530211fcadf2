import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../api/api-error.ts'
import { CloseButton } from '../CloseButton.tsx'
import { modalMessage } from './modal-message.ts'
import classes from './Toast.module.css'
import { useAutoHide } from './use-auto-hide.ts'

/** How long a modal's snackbar shows an error (spec core-console 8). */
const MODAL_ERROR_MS = 10_000

interface ModalSnackbarProps {
  error: ApiError | null
}

/** The failure of what a modal tried, inside the modal; the region is always there, so that it is announced. */
export function ModalSnackbar({ error }: ModalSnackbarProps) {
  const [dismissed, setDismissed] = useState<ApiError | null>(null)
  return (
    <div role="alert">
      {error && error !== dismissed && (
        <ModalError key={error.message} text={modalMessage(error)} onClose={() => setDismissed(error)} />
      )}
    </div>
  )
}

function ModalError({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation()
  useAutoHide(MODAL_ERROR_MS, false, onClose)
  return (
    <div className={classes.inModal}>
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden="true" className={classes.icon} />
      <p className={classes.body}>{text}</p>
      <CloseButton label={t('close')} onClick={onClose} />
    </div>
  )
}
