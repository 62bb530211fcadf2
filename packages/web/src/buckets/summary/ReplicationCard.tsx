import { getReplication } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { SettingCard } from './SettingCard.tsx'

/** A bucket with any rule is replicated (spec core-console 3). */
export function ReplicationCard({ bucket }: { bucket: string }) {
  const { t } = useTranslation('bucket')
  const query = useApiQuery(getReplication, { params: { bucket } })
  return (
    <SettingCard label={t('summary.replication.label')} query={query}>
      {({ rules }) =>
        rules.length === 0
          ? { value: t('summary.replication.off'), note: t('summary.replication.offNote') }
          : { value: t('summary.replication.on'), note: t('summary.replication.rules', { count: rules.length }) }
      }
    </SettingCard>
  )
}
