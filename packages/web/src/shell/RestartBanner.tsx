import { IconRefreshAlert } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { useDenied } from '../settings/index.ts'
import { useIsRestarting, useRestartState } from '../settings/restart.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import classes from './shell.module.css'

/** Announces that changed settings require a restart, and offers it (spec operator-mode 4). */
export function RestartBanner({ onRestart }: { onRestart: () => void }) {
  const t = useTexts('shell')
  const isNeeded = (useRestartState().data?.pending.length ?? 0) > 0
  const isRestarting = useIsRestarting()
  return (
    <div role="status">
      {(isNeeded || isRestarting) && (
        <div className={classes.banner}>
          <IconRefreshAlert size={18} aria-hidden="true" className={classes.bannerIcon} />
          <span className={classes.bannerText}>{t(isRestarting ? 'restarting' : 'restartNeeded')}</span>
          {isRestarting ? (
            <progress className={classes.bannerProgress} aria-label={t('restarting')} />
          ) : (
            <RestartButton onRestart={onRestart} />
          )}
        </div>
      )}
    </div>
  )
}

/** Who may change settings may not always restart the server. */
function RestartButton({ onRestart }: { onRestart: () => void }) {
  const t = useTexts('shell')
  const { restart: denied } = useDenied('', 'restart')
  return (
    <ExplainedButton size="xs" variant="default" disabledReason={denied} onClick={onRestart}>
      {t('restart')}
    </ExplainedButton>
  )
}
