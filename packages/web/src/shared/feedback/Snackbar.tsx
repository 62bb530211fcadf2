import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CloseButton } from '../CloseButton.tsx'
import classes from './feedback.module.css'
import { useAutoHide } from './use-auto-hide.ts'

/** How long a message that isn't an error stays (spec core-console 8). */
const SNACKBAR_MS = 5000

interface SnackbarProps {
  text: string
  onClose: () => void
}

export function Snackbar({ text, onClose }: SnackbarProps) {
  const { t } = useTranslation()
  useAutoHide(SNACKBAR_MS, false, onClose)
  return (
    <div className={classes.toast} data-tone="good">
      <IconCircleCheck size={18} aria-hidden="true" className={classes.icon} />
      <p className={classes.body}>{text}</p>
      <CloseButton label={t('close')} onClick={onClose} />
    </div>
  )
}
