import '../messages/en/identity-providers.ts'
import { deleteIdentityProvider, type IdentityProvider } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../shared/api/use-api.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { showNotice } from '../shared/feedback/messages.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { titleOf } from './provider-text.ts'
import { useRefreshProviders } from './use-refresh-providers.ts'

export function DeleteProviderDialog({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
  const { t } = useTranslation('identityProviders')
  const refresh = useRefreshProviders()
  const { type, name } = provider
  const { mutate, isPending, error } = useApiMutation(deleteIdentityProvider, {
    onSuccess: async () => {
      await refresh()
      showNotice(t('saved'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('delete.title', { name: plainName(titleOf(provider)) })}
      confirmLabel={t('delete.action')}
      onConfirm={() => mutate({ params: { type, name } })}
      onClose={onClose}
      call={{ isPending, error }}
    >
      <p>{t('delete.note')}</p>
    </ConfirmDialog>
  )
}
