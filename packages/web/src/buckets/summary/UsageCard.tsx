import { listBucketFigures } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { UsageAge } from '../UsageAge.tsx'
import { SettingCard } from './SettingCard.tsx'

/** The usage that the storage server last counted, which may be a while ago. */
export function UsageCard({ bucket }: { bucket: string }) {
  const { t } = useTranslation('bucket')
  const query = useApiQuery(listBucketFigures, {})
  return (
    <SettingCard label={t('summary.usage.label')} query={query}>
      {({ figures, countedAt }) => {
        const own = figures.find(({ name }) => name === bucket)
        if (!own) return { value: t('summary.usage.notCounted') }
        return {
          value: (
            <>
              <Bytes bytes={own.size} />,{' '}
              {t('summary.usage.objects', { count: own.objects, number: formatCount(own.objects) })}
            </>
          ),
          note: <UsageAge countedAt={countedAt} readAt={query.dataUpdatedAt} failure={undefined} />,
        }
      }}
    </SettingCard>
  )
}
