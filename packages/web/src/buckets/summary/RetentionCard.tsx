import { getRetention } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { SettingCard } from './SettingCard.tsx'
import { useEdit } from './use-edit.ts'

/** Only for buckets with locking. */
export function RetentionCard({ bucket, onEdit }: { bucket: string; onEdit: () => void }) {
  const { t } = useTranslation('bucket')
  const query = useApiQuery(getRetention, { params: { bucket } })
  return (
    <SettingCard
      label={t('summary.retention.label')}
      query={query}
      edit={useEdit(bucket, 'writeRetention', t('summary.retention.edit'), onEdit)}
    >
      {({ mode, unit, validity }) => {
        if (mode === '' || unit === '') {
          return { value: t('summary.retention.none'), note: t('summary.retention.noneNote') }
        }
        const time = t(`summary.retention.${unit}`, { count: validity })
        return {
          value: t('summary.retention.value', { mode: t(`summary.retention.modes.${mode}`), time }),
          note: t('summary.retention.note'),
        }
      }}
    </SettingCard>
  )
}
