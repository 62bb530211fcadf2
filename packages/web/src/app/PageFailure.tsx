import { Button } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import classes from './PageFailure.module.css'

/** Replaces a page whose code threw or couldn't be loaded. */
export function PageFailure() {
  const t = useTexts()
  return (
    <div className={classes.failure} role="alert">
      <h1 className={classes.title}>{t('pageFailedTitle')}</h1>
      <p className={classes.text}>{t('pageFailed')}</p>
      <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
    </div>
  )
}
