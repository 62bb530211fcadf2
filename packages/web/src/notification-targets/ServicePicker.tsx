import { listNotificationEndpoints, NOTIFICATION_SERVICES } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { newNotificationTargetPath, notificationTargetsPath } from '../navigation/paths/notification-targets.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import classes from './notification-targets.module.css'

/** The first step of adding a target. */
export function ServicePicker() {
  const t = useTexts('notificationTargets')
  const list = useApiQuery(listNotificationEndpoints, {})
  const content = () => {
    if (list.error && !list.data) {
      return <ErrorState error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
    }
    if (!list.data) return <Loading />
    const { services } = list.data
    return (
      <ul className={classes.services}>
        {NOTIFICATION_SERVICES.map((service) => {
          const isSupported = services.includes(service)
          return (
            <li key={service} data-disabled={!isSupported || undefined}>
              {isSupported ? (
                <AppLink
                  to={newNotificationTargetPath(service)}
                  className={classes.service}
                  aria-describedby={`service-${service}`}
                >
                  {t(`services.${service}`)}
                </AppLink>
              ) : (
                <span className={classes.service}>{t(`services.${service}`)}</span>
              )}
              <p id={`service-${service}`} className={`${layout.note} ${classes.hint}`}>
                {t(isSupported ? `hints.${service}` : 'unsupported')}
              </p>
            </li>
          )
        })}
      </ul>
    )
  }
  return (
    <>
      <AppLink to={notificationTargetsPath()} className={layout.back}>
        {t('back')}
      </AppLink>
      <h2 className={layout.heading}>{t('pick')}</h2>
      {content()}
    </>
  )
}
