import type { ComponentProps } from 'react'
import { ModalForm } from './ModalForm.tsx'

interface ConfirmDialogProps
  extends Omit<ComponentProps<typeof ModalForm>, 'onSubmit' | 'submitLabel' | 'isDestructive'> {
  confirmLabel: string
  onConfirm: () => void
}

/** Confirms a destructive action: the title names what will change, the children explain what will be lost. */
export function ConfirmDialog({ onConfirm, confirmLabel, ...rest }: ConfirmDialogProps) {
  return <ModalForm {...rest} onSubmit={onConfirm} submitLabel={confirmLabel} isDestructive />
}
