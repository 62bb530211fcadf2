import type { ConsoleKey } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { saveFile } from '../../shared/save-file.ts'

interface CreatedDialogProps {
  tenant: string
  keys: readonly ConsoleKey[]
  onClose: () => void
}

/** The credentials of the tenant's console, shown once. */
export function CreatedDialog({ tenant, keys, onClose }: CreatedDialogProps) {
  const t = useTexts('tenantWizard')
  const download = () => {
    const console = keys.map(({ access_key, secret_key }) => ({ accessKey: access_key, secretKey: secret_key }))
    saveFile(
      `${tenant}-credentials.json`,
      new Blob([JSON.stringify({ console }, null, 2)], { type: 'application/json' }),
    )
  }
  return (
    <ModalForm
      title={t('created.title')}
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('created.done')}
      hasOneButton
      isKeptOpen={keys.length > 0}
    >
      <p>{t(keys.length > 0 ? 'created.once' : 'created.external')}</p>
      {keys.map(({ access_key, secret_key }) => (
        <dl key={access_key} className={layout.facts}>
          <dt>{t('created.accessKey')}</dt>
          <dd>
            <code>{access_key}</code> <CopyButton text={access_key} what={t('created.accessKey')} />
          </dd>
          <dt>{t('created.secretKey')}</dt>
          <dd>
            <code>{secret_key}</code> <CopyButton text={secret_key} what={t('created.secretKey')} />
          </dd>
        </dl>
      ))}
      {keys.length > 0 && (
        <div>
          <Button variant="default" onClick={download}>
            {t('created.download')}
          </Button>
        </div>
      )}
    </ModalForm>
  )
}
