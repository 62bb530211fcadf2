import { useTexts } from '../messages/use-texts.ts'
import { useSystemState } from '../shared/system-state.ts'
import classes from './shell.module.css'

/** Progress of something that the whole page waits for; hidden at 100 (spec operator-mode 3). */
export function LoadingBar() {
  const t = useTexts('shared')
  const { loadingProgress } = useSystemState()
  if (loadingProgress >= 100) return null
  return <progress className={classes.loading} max={100} value={loadingProgress} aria-label={t('loading')} />
}
