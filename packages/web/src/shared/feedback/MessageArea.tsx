import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks'
import { IconAlertTriangle, IconChevronDown, IconCircleCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import type { ApiError } from '../api/api-error.ts'
import { CloseButton } from '../CloseButton.tsx'
import { ErrorFacts } from './ErrorFacts.tsx'
import classes from './feedback.module.css'
import { dismissError, dismissNotice, type Notice, useMessages } from './messages.ts'
import { useAutoHide } from './use-auto-hide.ts'

/** The area of the error toast and the snackbar; its two live regions always exist, so that screen readers announce them. */
export function MessageArea() {
  const { error, notice } = useMessages()
  return (
    <div className={classes.area}>
      <div role="alert">{error && <ErrorToast key={error.id} {...error} onClose={dismissError} />}</div>
      <div role="status">{notice && <Snackbar key={notice.id} {...notice} onClose={dismissNotice} />}</div>
    </div>
  )
}

/** How long the main error toast stays (spec core-console 8). */
const ERROR_TOAST_MS = 10_000

interface ErrorToastProps {
  message: string
  detail: string
  failure?: ApiError | undefined
  onClose: () => void
}

/** The main error toast: stays while the pointer or the focus is on it, and shows details on demand. */
function ErrorToast({ message, detail, failure, onClose }: ErrorToastProps) {
  const t = useTexts()
  const { ref, isUsed } = useUse()
  const [isOpen, setOpen] = useState(false)
  const detailId = useId()
  useAutoHide(ERROR_TOAST_MS, isUsed, onClose)
  return (
    <div ref={ref} className={classes.toast} data-tone="bad">
      <IconAlertTriangle size={18} aria-hidden="true" className={classes.icon} />
      <div className={classes.body}>
        <p className={classes.message}>{message}</p>
        {detail !== '' && (
          <>
            <button
              type="button"
              className={classes.detailsToggle}
              aria-expanded={isOpen}
              aria-controls={detailId}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronDown size={14} aria-hidden="true" data-open={isOpen || undefined} />
              {t('details')}
            </button>
            <p id={detailId} className={classes.details} hidden={!isOpen}>
              {detail}
            </p>
          </>
        )}
        {failure && <ErrorFacts error={failure} />}
      </div>
      <CloseButton label={t('close')} onClick={onClose} />
    </div>
  )
}

/** How long a message that isn't an error stays (spec core-console 8). */
const SNACKBAR_MS = 5000

interface SnackbarProps extends Notice {
  onClose: () => void
}

/** Stays while someone is about to follow its links. */
function Snackbar({ text, links = [], onClose }: SnackbarProps) {
  const t = useTexts()
  const { ref, isUsed } = useUse()
  useAutoHide(SNACKBAR_MS, links.length > 0 && isUsed, onClose)
  return (
    <div ref={ref} className={classes.toast} data-tone="good">
      <IconCircleCheck size={18} aria-hidden="true" className={classes.icon} />
      <div className={classes.body}>
        <p>{text}</p>
        {links.length > 0 && (
          <p className={classes.links}>
            {links.map(({ label, to }) => (
              <AppLink key={to} to={to} onClick={onClose}>
                {label}
              </AppLink>
            ))}
          </p>
        )}
      </div>
      <CloseButton label={t('close')} onClick={onClose} />
    </div>
  )
}

/** Whether the pointer or the focus is on a message. */
function useUse() {
  const { ref: hoverRef, hovered } = useHover<HTMLDivElement>()
  const [isFocused, setFocused] = useState(false)
  const { ref: focusRef } = useFocusWithin<HTMLDivElement>({
    // A click leaves the focus behind; only keyboard focus keeps the message open.
    onFocus: (event) => setFocused(event.target instanceof Element && event.target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  })
  return { ref: useMergedRef(hoverRef, focusRef), isUsed: hovered || isFocused }
}
