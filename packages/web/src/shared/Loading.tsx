import { Loader } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import classes from './States.module.css'
import { useDelayed } from './use-delayed.ts'

/** Shorter waits show nothing, since an indicator would only flash. */
const SHOW_AFTER_MS = 300

/** Replaces a page of which nothing is known yet, not even its layout. */
export function Loading() {
  const t = useTexts('shared')
  return (
    <div className={classes.waiting} role="status">
      {useDelayed(true, SHOW_AFTER_MS) && <Loader size={28} role="img" aria-label={t('loading')} />}
    </div>
  )
}
