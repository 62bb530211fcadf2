import '../messages/en/identity-providers.ts'
import { deleteIdentityProvider, type IdentityProvider } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { DeletionDialog } from '../shared/DeletionDialog.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { CHANGED, titleOf } from './provider-text.ts'

export function DeleteProviderDialog({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
  const t = useTexts('identityProviders')
  const { type, name } = provider
  return (
    <DeletionDialog
      title={t('delete.title', { name: plainName(titleOf(provider)) })}
      confirmLabel={t('delete.action')}
      route={deleteIdentityProvider}
      input={{ params: { type, name } }}
      changes={CHANGED}
      notice={t('saved')}
      onClose={onClose}
    >
      <p>{t('delete.note')}</p>
    </DeletionDialog>
  )
}
