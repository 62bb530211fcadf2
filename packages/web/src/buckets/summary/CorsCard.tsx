import { getCors } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { SettingCard } from './SettingCard.tsx'
import { useEdit } from './use-edit.ts'

/** Which pages of other origins may use the bucket; on a server without CORS rules per bucket the card says so. */
export function CorsCard({ bucket, onEdit }: { bucket: string; onEdit: () => void }) {
  const { t } = useTranslation('bucket')
  const query = useApiQuery(getCors, { params: { bucket } })
  const edit = useEdit(bucket, 'writeCors', t('summary.cors.edit'), onEdit)
  return (
    <SettingCard label={t('summary.cors.label')} query={query} edit={query.data?.is_offered ? edit : undefined}>
      {({ is_offered: isOffered, rules }) => {
        if (!isOffered) return { value: t('summary.cors.notOffered'), note: t('summary.cors.notOfferedNote') }
        if (rules.length === 0) return { value: t('summary.cors.none'), note: t('summary.cors.noneNote') }
        return {
          value: t('summary.cors.count', { count: rules.length }),
          note: [...new Set(rules.flatMap(({ origins }) => origins))].join(', '),
        }
      }}
    </SettingCard>
  )
}
