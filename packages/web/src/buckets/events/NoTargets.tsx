import { useTranslation } from 'react-i18next'
import { AppLink } from '../../navigation/AppLink.tsx'
import { notificationTargetsPath, pickServicePath } from '../../navigation/paths/notification-targets.ts'
import { useSession } from '../../session/index.ts'
import classes from './NoTargets.module.css'

/** Explains how to add a target if there is none. */
export function NoTargets() {
  const { t } = useTranslation('bucketEvents')
  const canAdd = useSession()?.pages.includes(notificationTargetsPath()) === true
  return (
    <div className={classes.note} role="note">
      <p className={classes.title}>{t('noTargets')}</p>
      <p>
        {canAdd ? t('howTo') : t('askForTarget')} {canAdd && <AppLink to={pickServicePath()}>{t('addTarget')}</AppLink>}
      </p>
    </div>
  )
}
