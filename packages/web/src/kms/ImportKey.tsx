import { importKmsKey, isKmsKeyName, listKmsKeys } from '@cooperage/contract'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import layout from '../shared/layout.module.css'
import { useDenied } from './index.ts'
import { KeyNameField } from './KeyNameField.tsx'

const BYTES = /^[A-Za-z0-9+/]{43}=$/

/** Stores a key of one's own in the KMS, on servers that have a call for it. */
export function ImportKey() {
  const t = useTexts('kms')
  const denied = useDenied('', 'importKey')
  const [name, setName] = useState('')
  const [bytes, setBytes] = useState('')
  const load = useChange(importKmsKey, {
    changes: [listKmsKeys],
    notice: t('import.done', { name }),
    onDone: () => {
      setName('')
      setBytes('')
    },
  })
  const isKey = BYTES.test(bytes)
  const missing = isKmsKeyName(name) ? (isKey ? undefined : t('import.invalid')) : t('name.invalid')
  const reason = denied.importKey ?? missing
  const submit = () => {
    if (reason === undefined && !load.isPending) load.mutate({ params: { key: name }, body: { bytes } })
  }
  return (
    <form
      className={`${layout.card} ${layout.form}`}
      aria-label={t('import.action')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className={layout.note}>{t('import.what')}</p>
      <KeyNameField value={name} onChange={setName} />
      <SecretKeyField
        label={t('import.bytes')}
        description={t('import.bytesHint')}
        isRetyped
        value={bytes}
        error={bytes !== '' && !isKey ? t('import.invalid') : undefined}
        onChange={(value) => setBytes(value.trim())}
      />
      {load.error && <ErrorState error={load.error} isRetrying={load.isPending} onRetry={submit} />}
      <div className={layout.buttons}>
        <ExplainedButton disabledReason={reason} loading={load.isPending} onClick={submit}>
          {t('import.action')}
        </ExplainedButton>
      </div>
    </form>
  )
}
