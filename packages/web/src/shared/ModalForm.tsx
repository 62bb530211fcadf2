import { Button, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from './api/api-error.ts'
import { ModalSnackbar } from './feedback/ModalSnackbar.tsx'
import classes from './ModalForm.module.css'
import { useFocusReturn } from './use-focus-return.ts'

interface ModalFormProps {
  title: ReactNode
  onClose: () => void
  onSubmit: () => void
  submitLabel: string
  isPending: boolean
  /** Why the form cannot be sent yet; '' or undefined when it can. Shown as the button's description. */
  disabledReason?: string | undefined
  error: ApiError | null
  /** What is said inside the dialog that is no error; a new object is said anew. */
  notice?: { text: string } | undefined
  /** Red, for what cannot be taken back. */
  isDestructive?: boolean
  /** Offers Clear in place of Cancel. */
  onClear?: () => void
  /** Offers the step before in place of Cancel. */
  back?: { label: string; onClick: () => void } | undefined
  /** In place of 'Cancel', where there is nothing left to cancel. */
  closeLabel?: string
  /** For what needs more room than a few fields. */
  isWide?: boolean
  /** Escape and a click beside it do not close it, because what it shows can't be shown again. */
  isKeptOpen?: boolean
  children: ReactNode
}

/** The frame of every dialog: title, fields, the failure of the last attempt, and two buttons. Mounted while it is open. */
export function ModalForm(props: ModalFormProps) {
  const { title, onClose, onSubmit, submitLabel, isPending, disabledReason, error, isDestructive, onClear } = props
  const { back, closeLabel, isWide, isKeptOpen = false, notice, children } = props
  const { t } = useTranslation()
  useFocusReturn()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && !disabledReason) onSubmit()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size={isWide ? 720 : 480}
      padding="lg"
      radius={10}
      closeOnClickOutside={!isPending && !isKeptOpen}
      closeOnEscape={!isKeptOpen}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '', title: classes.title ?? '' }}
      overlayProps={{ color: 'var(--coop-backdrop)', backgroundOpacity: 1 }}
    >
      <form className={classes.form} onSubmit={submit}>
        <div className={classes.fields}>{children}</div>
        <ModalSnackbar error={error} notice={notice} />
        <div className={classes.buttons}>
          {onClear ? (
            <Button variant="default" onClick={onClear} disabled={isPending}>
              {t('clear')}
            </Button>
          ) : (
            <Button variant="default" onClick={back?.onClick ?? onClose} disabled={back !== undefined && isPending}>
              {back?.label ?? closeLabel ?? t('cancel')}
            </Button>
          )}
          <Button
            type="submit"
            loading={isPending}
            color={isDestructive ? 'bad' : 'accent'}
            // Not disabled itself: then it could be neither reached nor asked why. The form sends nothing meanwhile.
            {...(disabledReason && {
              'data-disabled': true,
              'aria-disabled': true,
              'aria-description': disabledReason,
              title: disabledReason,
            })}
          >
            {submitLabel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
