import type { ReactNode } from 'react'
import type { ApiError } from './api/api-error.ts'
import { ModalForm } from './ModalForm.tsx'

interface ConfirmDialogProps {
  /** Names what will change. */
  title: ReactNode
  /** Explains what will be lost. */
  children: ReactNode
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
  isPending: boolean
  error: ApiError | null
}

/** Confirms a destructive action. */
export function ConfirmDialog({ onConfirm, confirmLabel, ...rest }: ConfirmDialogProps) {
  return <ModalForm {...rest} onSubmit={onConfirm} submitLabel={confirmLabel} isDestructive />
}
