import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from './api/api-error.ts'
import { ModalForm } from './ModalForm.tsx'
import { ObjectName } from './text/ObjectName.tsx'

interface TypedConfirmDialogProps {
  /** Names what will be destroyed. */
  title: ReactNode
  /** Explains what will be lost. */
  children: ReactNode
  /** The text to type: the name of what will be destroyed. */
  name: string
  confirmLabel: string
  /** Replaces 'Cancel'. */
  closeLabel?: string
  /** The name was typed and the work has started: it isn't requested again. */
  isConfirmed?: boolean
  onConfirm: () => void
  onClose: () => void
  isPending: boolean
  error: ApiError | null
}

/** Confirms a large deletion with the typed name. For small ones {@link ConfirmDialog} is enough. */
export function TypedConfirmDialog(props: TypedConfirmDialogProps) {
  const { name, children, confirmLabel, isConfirmed = false, onConfirm, ...rest } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  return (
    <ModalForm
      {...rest}
      onSubmit={onConfirm}
      submitLabel={confirmLabel}
      disabledReason={isConfirmed || typed === name ? undefined : t('typedName.missing')}
      isDestructive
    >
      {children}
      {!isConfirmed && (
        <TextInput
          label={
            <>
              {t('typedName.label')} <ObjectName name={name} />
            </>
          }
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ModalForm>
  )
}
