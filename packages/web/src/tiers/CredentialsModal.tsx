import { listTiers, setTierCredentials } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { useChange } from '../shared/api/use-change.ts'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { CredentialsFile } from './CredentialsFile.tsx'
import type { TierRow } from './TierList.tsx'

const TYPES = ['s3', 'minio', 'gcs', 'azure'] as const

/** Replaces the credentials of a tier. The current ones are never shown. */
export function CredentialsModal({ tier, onClose }: { tier: TierRow; onClose: () => void }) {
  const t = useTexts('tiers')
  const [accessKey, setAccessKey] = useState('')
  const [secretKey, setSecretKey] = useState('')
  const [file, setFile] = useState('')
  const save = useChange(setTierCredentials, {
    changes: [listTiers],
    notice: t('credentials.saved', { name: plainName(tier.name) }),
    onDone: onClose,
  })
  const type = TYPES.find((one) => one === tier.type)
  const isFile = type === 'gcs'
  const isAzure = type === 'azure'
  // A tier of a type that this console doesn't support.
  const isUnknown = type === undefined || tier.name === ''
  const isIncomplete = isFile ? file === '' : accessKey === '' || secretKey === ''
  const submit = () => {
    if (type === undefined) return
    const body = isFile ? { creds: file } : { access_key: accessKey, secret_key: secretKey }
    save.mutate({ params: { type, name: tier.name }, body })
  }
  const noTier = new ApiError({ status: undefined, message: t('credentials.noTier') })
  return (
    <ModalForm
      title={t('credentials.title', { name: plainName(tier.name) })}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('credentials.save')}
      call={{ isPending: save.isPending, error: isUnknown ? noTier : save.error }}
      disabledReason={isUnknown ? t('credentials.noTier') : isIncomplete ? t('form.fix') : undefined}
    >
      <p className={layout.note}>{t('credentials.note')}</p>
      {isFile ? (
        <CredentialsFile error={undefined} onChange={setFile} />
      ) : (
        <>
          <TextInput
            label={t(isAzure ? 'form.accountname' : 'form.accesskey')}
            description={isAzure ? t('credentials.account') : undefined}
            data-autofocus
            value={accessKey}
            onChange={(event) => setAccessKey(event.currentTarget.value)}
          />
          <SecretKeyField
            label={t(isAzure ? 'form.accountkey' : 'form.secretkey')}
            value={secretKey}
            onChange={setSecretKey}
            isRetyped
          />
        </>
      )}
    </ModalForm>
  )
}
