import { signOutEverywhere } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useApiMutation } from '../shared/api/use-api.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { useLeave } from '../sign-out/use-logout.ts'

/** Ends all sessions of the account after a confirmation, this one too. */
export function SignOutEverywhereDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('account')
  const leave = useLeave()
  const signOut = useApiMutation(signOutEverywhere, {
    onSuccess: () => leave({ reason: t('everywhere.done') }),
  })
  return (
    <ConfirmDialog
      title={t('everywhere.title')}
      confirmLabel={t('everywhere.action')}
      onConfirm={() => signOut.mutate({})}
      onClose={onClose}
      call={signOut}
    >
      <p>{t('everywhere.ends')}</p>
      <p>{t('everywhere.stays')}</p>
    </ConfirmDialog>
  )
}
