import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from './api/api-error.ts'
import { Dialog } from './Dialog.tsx'
import { explained } from './ExplainedButton.tsx'
import { ModalSnackbar } from './feedback/ModalSnackbar.tsx'
import classes from './ModalForm.module.css'
import { ObjectName } from './text/ObjectName.tsx'
import { useFocusReturn } from './use-focus-return.ts'

/** A mutation, or what stands for several. */
export interface FormCall {
  isPending: boolean
  error: ApiError | null
}

const NO_CALL: FormCall = { isPending: false, error: null }

interface ModalFormProps {
  title: ReactNode
  onClose: () => void
  onSubmit: () => void
  submitLabel: string
  /** The call that submitting makes, usually from {@link useChange}: while it is pending the form waits, and its error is shown. */
  call?: FormCall
  /** Why the form can't be submitted yet; '' or undefined if it can. Shown as the button's description. */
  disabledReason?: string | undefined
  /** The error stays until the next attempt, for texts that take longer to correct than a message is shown. */
  isErrorKept?: boolean
  /** A message inside the dialog that isn't an error; a new object is announced again. */
  notice?: { text: string } | undefined
  /** The name of what will be destroyed, which has to be typed before a large deletion. */
  typedName?: string | undefined
  /** Red, for actions that can't be undone. */
  isDestructive?: boolean
  /** Shows Clear instead of Cancel. */
  onClear?: () => void
  /** Shows Back instead of Cancel. */
  back?: { label: string; onClick: () => void } | undefined
  /** Replaces 'Cancel' if there is nothing left to cancel. */
  closeLabel?: string
  /** Omits Cancel: the dialog only reports what was done. */
  hasOneButton?: boolean
  /** For content that needs more space than a few fields. */
  isWide?: boolean
  /** For two columns of text. */
  isWidest?: boolean
  /** Escape and a click outside don't close it, because its content can't be shown again. */
  isKeptOpen?: boolean
  children: ReactNode
}

/** A dialog with fields, the error of the last attempt, and two buttons. Mounted while it is open. */
export function ModalForm(props: ModalFormProps) {
  const { title, onClose, onSubmit, submitLabel, call = NO_CALL, typedName, isDestructive, onClear } = props
  const { back, closeLabel, hasOneButton, isWide, isWidest, isKeptOpen = false, isErrorKept, notice, children } = props
  const { isPending, error } = call
  const t = useTexts()
  useFocusReturn()
  const [typed, setTyped] = useState('')
  const isNameMissing = typedName !== undefined && typed !== typedName
  const disabledReason = props.disabledReason || (isNameMissing ? t('typedName.missing') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && !disabledReason) onSubmit()
  }
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size={isWidest ? 1200 : isWide ? 720 : 480}
      closeOnClickOutside={!isPending && !isKeptOpen}
      closeOnEscape={!isKeptOpen}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '', title: classes.title ?? '' }}
    >
      <form className={classes.form} onSubmit={submit}>
        <div className={classes.fields}>
          {children}
          {typedName !== undefined && (
            <TextInput
              label={
                <>
                  {t('typedName.label')} <ObjectName name={typedName} />
                </>
              }
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </div>
        <div className={classes.footer}>
          <ModalSnackbar error={error} notice={notice} isErrorKept={isErrorKept} />
          <div className={classes.buttons}>
            {hasOneButton ? null : onClear ? (
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
              // Not the disabled attribute: the button must stay focusable to show its reason. Submitting does nothing then.
              {...explained(disabledReason || undefined)}
            >
              {submitLabel}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}
