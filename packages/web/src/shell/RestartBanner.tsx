import { Button } from '@mantine/core'
import { IconRefreshAlert } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { restartNow, useSystemState } from '../shared/system-state.ts'
import classes from './RestartBanner.module.css'

/** Says that changed settings wait for a restart, and offers it (spec operator-mode 4). */
export function RestartBanner() {
  const { t } = useTranslation('shell')
  const { restart, isRestarting } = useSystemState()
  return (
    <div role="status">
      {(restart || isRestarting) && (
        <div className={classes.banner}>
          <IconRefreshAlert size={18} stroke={1.7} aria-hidden="true" className={classes.icon} />
          <span className={classes.text}>{t(isRestarting ? 'restarting' : 'restartNeeded')}</span>
          {isRestarting ? (
            <progress className={classes.progress} aria-label={t('restarting')} />
          ) : (
            <Button size="xs" variant="default" onClick={() => void restartNow()}>
              {t('restart')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
