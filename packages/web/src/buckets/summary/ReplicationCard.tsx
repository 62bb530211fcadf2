import { getReplication } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../../navigation/navigation.ts'
import { bucketPath } from '../../navigation/paths/buckets.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useReplicationOffer } from '../replication-offer.ts'
import { SettingCard } from './SettingCard.tsx'
import { useEdit } from './use-edit.ts'

/** A bucket with any rule is replicated (spec core-console 3). Edit opens the tab with the rules. */
export function ReplicationCard({ bucket }: { bucket: string }) {
  const { t } = useTranslation('bucket')
  const { push } = useNavigation()
  const edit = useEdit(bucket, 'readReplication', t('summary.replication.edit'), () =>
    push(bucketPath(bucket, 'replication')),
  )
  const isOffered = useReplicationOffer()
  const query = useApiQuery(getReplication, { params: { bucket } })
  return (
    <SettingCard label={t('summary.replication.label')} query={query} edit={edit}>
      {({ rules }) =>
        rules.length === 0
          ? {
              value: t('summary.replication.off'),
              note: t(isOffered === false ? 'summary.replication.neverNote' : 'summary.replication.offNote'),
            }
          : { value: t('summary.replication.on'), note: t('summary.replication.rules', { count: rules.length }) }
      }
    </SettingCard>
  )
}
