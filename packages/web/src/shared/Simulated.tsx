import '../messages/en/simulated.ts'
import { useTranslation } from 'react-i18next'
import classes from './States.module.css'

/** Marks what exists only as an object, on a platform that simulates a cluster. */
export function Simulated() {
  const { t } = useTranslation('simulated')
  return (
    <>
      {' '}
      <span className={classes.mark} title={t('hint')}>
        {t('label')}
      </span>
    </>
  )
}
