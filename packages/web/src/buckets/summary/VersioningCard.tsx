import { getVersioning } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { SettingCard } from './SettingCard.tsx'
import { useEdit } from './use-edit.ts'

export function VersioningCard({ bucket, onEdit }: { bucket: string; onEdit: () => void }) {
  const { t } = useTranslation('bucket')
  const query = useApiQuery(getVersioning, { params: { bucket } })
  return (
    <SettingCard
      label={t('summary.versioning.label')}
      query={query}
      edit={useEdit(bucket, 'writeVersioning', t('summary.versioning.edit'), onEdit)}
    >
      {({ status, excluded_prefixes: prefixes, exclude_folders: folders }) => {
        const state = status || 'never'
        const excluded = [
          ...(prefixes.length > 0 ? [t('summary.versioning.excluded', { count: prefixes.length })] : []),
          ...(folders ? [t('summary.versioning.foldersExcluded')] : []),
        ]
        return {
          value: t(`summary.versioning.values.${state}`),
          note: (
            <>
              <p>{t(`summary.versioning.notes.${state}`)}</p>
              {excluded.length > 0 && <p title={prefixes.map(plainName).join('\n')}>{excluded.join(', ')}</p>}
            </>
          ),
        }
      }}
    </SettingCard>
  )
}
