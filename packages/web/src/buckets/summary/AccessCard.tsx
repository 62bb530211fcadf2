import { getBucket } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { SettingCard } from './SettingCard.tsx'
import { useEdit } from './use-edit.ts'

interface EditableCardProps {
  bucket: string
  onEdit: () => void
}

export function AccessCard({ bucket, onEdit }: EditableCardProps) {
  const { t } = useTranslation('bucket')
  const query = useApiQuery(getBucket, { params: { bucket } })
  const edit = useEdit(bucket, 'writePolicy', t('summary.access.edit'), onEdit)
  // A custom policy can be read in the editor even without permission to change it.
  const isShown = query.data?.access === 'CUSTOM'
  return (
    <SettingCard
      label={t('summary.access.label')}
      query={query}
      edit={isShown ? { ...edit, disabledReason: undefined } : edit}
    >
      {({ access }) => {
        const known = access || 'unknown'
        return { value: t(`summary.access.values.${known}`), note: t(`summary.access.notes.${known}`) }
      }}
    </SettingCard>
  )
}
