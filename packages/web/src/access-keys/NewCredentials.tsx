import type { NewKey } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { Fragment } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { CopyButton } from '../shared/CopyButton.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { saveFile } from '../shared/save-file.ts'
import { SnippetTabs } from './SnippetTabs.tsx'

interface NewCredentialsProps {
  title: string
  /** Usually one. Some servers return several (spec identity-and-settings 3). */
  keys: readonly NewKey[]
  onClose: () => void
}

/** The keys of a new service account, which no call shows again (spec identity-and-settings 2). */
export function NewCredentials({ title, keys, onClose }: NewCredentialsProps) {
  const t = useTexts('accessKeys')
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
      onSubmit={() => download(keys)}
      submitLabel={t('created.download')}
    >
      <p>{t('created.once')}</p>
      {keys.map(({ accessKey, secretKey }) => (
        <Fragment key={accessKey}>
          {field(t('created.accessKey'), accessKey)}
          {field(t('created.secretKey'), secretKey)}
          <SnippetTabs accessKey={accessKey} secretKey={secretKey} />
        </Fragment>
      ))}
    </ModalForm>
  )
}

function download(keys: readonly NewKey[]): void {
  const content = JSON.stringify(keys.length === 1 ? keys[0] : keys)
  saveFile('credentials.json', new Blob([content], { type: 'application/json' }))
}
