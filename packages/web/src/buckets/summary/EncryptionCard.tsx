import { useTranslation } from 'react-i18next'
import { encryptionKind, keyName } from './encryption-state.ts'
import { SettingCard } from './SettingCard.tsx'
import { useEdit } from './use-edit.ts'
import { useEncryption } from './use-encryption.ts'

export function EncryptionCard({ bucket, onEdit }: { bucket: string; onEdit: () => void }) {
  const { t } = useTranslation('bucket')
  const query = useEncryption(bucket)
  return (
    <SettingCard
      label={t('summary.encryption.label')}
      query={query}
      edit={useEdit(bucket, 'writeEncryption', t('summary.encryption.edit'), onEdit)}
    >
      {({ algorithm, kmsMasterKeyID }) => {
        const kind = encryptionKind(algorithm)
        return {
          value: t(`summary.encryption.values.${kind}`),
          note: t(`summary.encryption.notes.${kind}`, { key: keyName(kmsMasterKeyID) }),
        }
      }}
    </SettingCard>
  )
}
