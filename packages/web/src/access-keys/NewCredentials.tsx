import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../shared/CopyButton.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { saveFile } from '../shared/save-file.ts'
import { SnippetTabs } from './SnippetTabs.tsx'

interface NewCredentialsProps {
  title: string
  keys: { accessKey: string; secretKey: string }
  onClose: () => void
}

/** The keys of a new service account, which no call shows again (spec identity-and-settings 2). */
export function NewCredentials({ title, keys: { accessKey, secretKey }, onClose }: NewCredentialsProps) {
  const { t } = useTranslation('accessKeys')
  const field = (label: string, value: string) => (
    <TextInput
      label={label}
      value={value}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton text={value} what={label} />}
    />
  )
  return (
    <ModalForm
      title={title}
      isWide
      isKeptOpen
      onClose={onClose}
      closeLabel={t('created.done')}
      onSubmit={() => download({ accessKey, secretKey })}
      submitLabel={t('created.download')}
      isPending={false}
      error={null}
    >
      <p>{t('created.once')}</p>
      {field(t('created.accessKey'), accessKey)}
      {field(t('created.secretKey'), secretKey)}
      <SnippetTabs accessKey={accessKey} secretKey={secretKey} />
    </ModalForm>
  )
}

function download(keys: NewCredentialsProps['keys']): void {
  saveFile('credentials.json', new Blob([JSON.stringify(keys)], { type: 'application/json' }))
}
