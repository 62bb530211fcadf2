import { IconBrandAws, IconBrandAzure, IconBrandGoogle, IconServer } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { addTierPath, tiersPath } from '../navigation/paths/tiers.ts'
import layout from '../shared/layout.module.css'
import { PROVIDER_IDS } from './providers.ts'
import classes from './tiers.module.css'

const ICONS = { minio: IconServer, gcs: IconBrandGoogle, s3: IconBrandAws, azure: IconBrandAzure }

/** The first step of adding a tier. */
export function TierTypes() {
  const t = useTexts('tiers')
  return (
    <>
      <AppLink to={tiersPath()} className={layout.back}>
        {t('back')}
      </AppLink>
      <h2 className={layout.heading}>{t('pick')}</h2>
      <ul className={classes.types}>
        {PROVIDER_IDS.map((id) => {
          const Icon = ICONS[id]
          return (
            <li key={id}>
              <AppLink to={addTierPath(id)} className={classes.type} aria-describedby={`tier-${id}`}>
                <Icon size={22} aria-hidden />
                <span className={classes.typeName}>{t(`providers.${id}`)}</span>
              </AppLink>
              <p id={`tier-${id}`} className={`${layout.note} ${classes.hint}`}>
                {t(`hints.${id}`)}
              </p>
            </li>
          )
        })}
      </ul>
    </>
  )
}
