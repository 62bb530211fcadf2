import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './RestartBanner.module.css'

/**
 * In operator mode, for users who may not list tenants anywhere: says why there is almost nothing to see. `account` is the name that a
 * role is bound to.
 */
export function NoTenantRights({ account }: { account: string }) {
  const { t } = useTranslation('shell')
  return (
    <div className={classes.banner} role="status">
      <IconInfoCircle size={18} className={classes.icon} aria-hidden="true" />
      <p className={classes.text}>{t('noTenantRights', { account })}</p>
    </div>
  )
}
