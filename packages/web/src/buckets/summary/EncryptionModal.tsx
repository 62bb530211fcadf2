import { disableEncryption, enableEncryption, listEncryptionKeys } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import classes from '../detail/bucket.module.css'
import { type EncryptionKind, encryptionKind, keyName } from './encryption-state.ts'
import { type SettingModalProps, useSettingChange } from './settings.ts'
import { useEncryption } from './use-encryption.ts'

const KINDS: readonly EncryptionKind[] = ['none', 's3', 'kms']

export function EncryptionModal({ bucket, onClose }: SettingModalProps) {
  const t = useTexts(['bucket', 'shared'])
  const stored = useEncryption(bucket).data
  const keys = useApiQuery(listEncryptionKeys, {}, { staleTime: 0 })
  const [kind, setKind] = useState(() => encryptionKind(stored?.algorithm ?? ''))
  const [chosen, setChosen] = useState(() => keyName(stored?.kmsMasterKeyID ?? ''))
  const change = { notice: t('summary.encryption.saved', { bucket }), onClose }
  const enable = useSettingChange(enableEncryption, change)
  const disable = useSettingChange(disableEncryption, change)

  const hasNoKms = keys.error?.code === 'NotInThisSetup'
  const names = keys.data?.keys.map(({ name }) => name) ?? []
  const key = chosen || keys.data?.defaultKey || (names[0] ?? '')
  const options = names.includes(key) || key === '' ? names : [key, ...names]
  const save = () => {
    if (kind === 'none') disable.mutate({ params: { bucket } })
    else if (kind === 's3') enable.mutate({ params: { bucket }, body: { encType: 'sse-s3' } })
    else enable.mutate({ params: { bucket }, body: { encType: 'sse-kms', kmsKeyID: key.trim() } })
  }
  return (
    <ModalForm
      title={t('summary.encryption.title', { bucket })}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('shared:save')}
      call={kind === 'none' ? disable : enable}
      disabledReason={kind === 'kms' && key.trim() === '' ? t('summary.encryption.keyMissing') : undefined}
    >
      <NativeSelect
        label={t('summary.encryption.type')}
        description={t(`summary.encryption.notes.${kind}`, { key })}
        data-autofocus
        data={KINDS.map((one) => ({
          value: one,
          label: t(`summary.encryption.values.${one}`),
          // The current key stays visible even if the server doesn't list it.
          disabled: one === 'kms' && hasNoKms && kind !== 'kms',
        }))}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as EncryptionKind)}
      />
      {hasNoKms && keys.error && (
        <p className={classes.note}>{t('summary.encryption.noKms', { message: keys.error.message })}</p>
      )}
      {kind === 'kms' && keys.data && options.length > 0 && (
        <NativeSelect
          label={t('summary.encryption.key')}
          data={options.map((name) => ({
            value: name,
            label: name === keys.data.defaultKey ? t('summary.encryption.isDefault', { key: name }) : name,
          }))}
          value={key}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {kind === 'kms' && (keys.error || (keys.data && options.length === 0)) && (
        <TextInput
          label={t('summary.encryption.key')}
          description={
            keys.error
              ? t('summary.encryption.notListed', { message: keys.error.message })
              : `${t('summary.encryption.noKeys')} ${t('summary.encryption.keyHint')}`
          }
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <p>{t('summary.encryption.stays')}</p>
    </ModalForm>
  )
}
