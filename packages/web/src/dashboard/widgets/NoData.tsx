import { useTranslation } from 'react-i18next'
import classes from './Widgets.module.css'

/** In place of a chart without values. */
export function NoData() {
  const { t } = useTranslation('widgets')
  return (
    <div className={classes.noData}>
      <p>{t('noData')}</p>
      <p className={classes.reason}>{t('noDataHint')}</p>
    </div>
  )
}
