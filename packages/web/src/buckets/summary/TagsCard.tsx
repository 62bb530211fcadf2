import { getBucketTags } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { SettingCard } from './SettingCard.tsx'
import classes from './TagsCard.module.css'
import { useEdit } from './use-edit.ts'

/** Maximum number of tags on the card; all of them are in the modal. */
const SHOWN = 6

export function TagsCard({ bucket, onEdit }: { bucket: string; onEdit: () => void }) {
  const { t } = useTranslation('bucket')
  const query = useApiQuery(getBucketTags, { params: { bucket } })
  return (
    <SettingCard
      label={t('summary.tags.label')}
      query={query}
      edit={useEdit(bucket, 'writeTags', t('summary.tags.edit'), onEdit)}
    >
      {({ tags }) =>
        tags.length === 0
          ? { value: t('summary.tags.none'), note: t('summary.tags.noneNote') }
          : {
              value: t('summary.tags.count', { count: tags.length }),
              note: (
                <ul className={classes.tags}>
                  {tags.slice(0, SHOWN).map(({ key, value }) => (
                    <li key={key} className={classes.tag}>
                      {plainName(value === '' ? key : `${key}: ${value}`)}
                    </li>
                  ))}
                  {tags.length > SHOWN && <li>{t('summary.tags.more', { count: tags.length - SHOWN })}</li>}
                </ul>
              ),
            }
      }
    </SettingCard>
  )
}
