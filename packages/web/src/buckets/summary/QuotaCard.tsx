import { getQuota } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { SettingCard } from './SettingCard.tsx'
import { useEdit } from './use-edit.ts'

export function QuotaCard({ bucket, onEdit }: { bucket: string; onEdit: () => void }) {
  const { t } = useTranslation('bucket')
  const query = useApiQuery(getQuota, { params: { bucket } })
  return (
    <SettingCard
      label={t('summary.quota.label')}
      query={query}
      edit={useEdit(bucket, 'writeQuota', t('summary.quota.edit'), onEdit)}
    >
      {({ type, quota }) =>
        type === ''
          ? { value: t('summary.quota.none'), note: t('summary.quota.noneNote') }
          : { value: <Bytes bytes={quota} />, note: t(`summary.quota.types.${type}`) }
      }
    </SettingCard>
  )
}
