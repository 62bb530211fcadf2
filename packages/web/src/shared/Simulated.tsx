import '../messages/en/simulated.ts'
import { useTexts } from '../messages/use-texts.ts'
import classes from './States.module.css'

/** Marks what exists only as an object, on a platform that simulates a cluster. */
export function Simulated() {
  const t = useTexts('simulated')
  return (
    <>
      {' '}
      <span className={classes.mark} title={t('hint')}>
        {t('label')}
      </span>
    </>
  )
}
