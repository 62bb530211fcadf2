import type { Route } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from './api/api-error.ts'
import type { CallInput } from './api/call.ts'
import { type ChangeSettings, useChange } from './api/use-change.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface DeletionDialogProps<R extends Route> extends Omit<ChangeSettings<R>, 'onDone' | 'onSuccess'> {
  /** The call that deletes. */
  route: R
  input: CallInput<R>
  title: ReactNode
  /** Default: 'Delete'. */
  confirmLabel?: string
  /** Why it can't be deleted, or not yet. */
  disabledReason?: string | undefined
  /** The name of what is deleted, which has to be typed. */
  typedName?: string
  /** Why what the dialog says isn't complete. */
  error?: ApiError | null
  /** Called as soon as it is deleted. */
  onDeleted?: (() => void) | undefined
  onClose: () => void
  /** What is deleted, and what is lost with it. */
  children: ReactNode
}

/** Confirms a deletion that one call does, and says what is lost. */
export function DeletionDialog<R extends Route>(props: DeletionDialogProps<R>) {
  const {
    route,
    input,
    title,
    confirmLabel,
    disabledReason,
    typedName,
    error,
    onDeleted,
    onClose,
    children,
    ...change
  } = props
  const t = useTexts('shared')
  const remove = useChange(route, { ...change, onSuccess: () => onDeleted?.(), onDone: onClose })
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel ?? t('delete')}
      disabledReason={disabledReason}
      typedName={typedName}
      onConfirm={() => remove.mutate(input)}
      onClose={onClose}
      call={{ isPending: remove.isPending, error: remove.error ?? error ?? null }}
    >
      {children}
    </ConfirmDialog>
  )
}
