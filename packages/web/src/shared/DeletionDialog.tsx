import type { Route } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallInput } from './api/call.ts'
import { useApiMutation, useInvalidate } from './api/use-api.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { showNotice } from './feedback/messages.ts'

interface DeletionDialogProps<R extends Route> {
  route: R
  input: CallInput<R>
  /** The call that lists what is deleted. */
  list: Route
  /** Error codes that mean it no longer exists, so that the list is reloaded too. */
  missingCodes: readonly string[]
  title: string
  deletedNotice: string
  onClose: () => void
  children: ReactNode
}

/** Confirms the deletion of one entry of a list, and reloads the list. */
export function DeletionDialog<R extends Route>(props: DeletionDialogProps<R>) {
  const { route, input, list, missingCodes, title, deletedNotice, onClose, children } = props
  const { t } = useTranslation('shared')
  const invalidate = useInvalidate()
  const { mutate, isPending, error } = useApiMutation(route, {
    onSuccess: async () => {
      await invalidate(list)
      showNotice(deletedNotice)
      onClose()
    },
    onError: ({ code }) => missingCodes.includes(code) && void invalidate(list),
  })
  const confirm = { confirmLabel: t('delete'), onConfirm: () => mutate(input), onClose, isPending, error }
  return (
    <ConfirmDialog title={title} {...confirm}>
      {children}
    </ConfirmDialog>
  )
}
