import { createKmsKey, isKmsKeyName, listKmsKeys } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { KeyNameField } from './KeyNameField.tsx'

/** Has the KMS create a key, which never leaves it. */
export function CreateKeyModal({ onClose }: { onClose: () => void }) {
  const t = useTexts('kms')
  const [name, setName] = useState('')
  const create = useChange(createKmsKey, {
    changes: [listKmsKeys],
    notice: t('create.done', { name }),
    onDone: onClose,
  })
  return (
    <ModalForm
      title={t('create.action')}
      submitLabel={t('create.action')}
      call={create}
      isErrorKept
      disabledReason={isKmsKeyName(name) ? undefined : t('name.invalid')}
      onSubmit={() => create.mutate({ body: { key: name } })}
      onClose={onClose}
    >
      <p>{t('create.what')}</p>
      <KeyNameField value={name} onChange={setName} />
    </ModalForm>
  )
}
