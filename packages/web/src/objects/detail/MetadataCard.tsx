import type { ObjectDetails } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { Card } from './Card.tsx'
import classes from './ObjectPage.module.css'

/** The headers that a download answers with, and what else was stored with the object. */
export function MetadataCard({ details }: { details: ObjectDetails }) {
  const { t } = useTranslation('objectDetail')
  const own = Object.entries(details.user_metadata).sort(([a], [b]) => (a < b ? -1 : 1))
  const pairs = [
    ['Content-Type', details.content_type],
    ['Content-Encoding', details.content_encoding],
    ['Content-Disposition', details.content_disposition],
    ['Content-Language', details.content_language],
    ['Cache-Control', details.cache_control],
    ['Expires', details.expires],
    ...own,
  ].filter(([, value]) => value !== '')
  return (
    <Card label={t('metadata.label')}>
      {pairs.length === 0 ? (
        <p className={classes.muted}>{t('metadata.none')}</p>
      ) : (
        <dl className={classes.facts}>
          {pairs.map(([name = '', value = '']) => (
            <div key={name} className={classes.fact}>
              <dt>
                <ObjectName name={name} />
              </dt>
              <dd>
                <ObjectName name={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
