import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './RefreshButton.module.css'
import { useDelayed } from './use-delayed.ts'

interface RefreshButtonProps {
  isBusy: boolean
  onClick: () => void
  /** Why there is nothing to read again; undefined where there is. */
  disabledReason?: string | undefined
}

/** Reads again what is on the page; while that goes on it turns, keeps the focus and takes no press. */
export function RefreshButton({ isBusy, onClick, disabledReason }: RefreshButtonProps) {
  const { t } = useTranslation()
  // A refresh that is over at once needs no sign of being under way.
  const isLong = useDelayed(isBusy, 250)
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t('refresh')}
      title={disabledReason ?? t('refresh')}
      aria-description={disabledReason}
      aria-busy={isLong}
      // Not disabled: the keyboard would lose its place on it.
      aria-disabled={isBusy || disabledReason !== undefined || undefined}
      {...(disabledReason !== undefined && { 'data-disabled': true })}
      onClick={isBusy || disabledReason !== undefined ? undefined : onClick}
    >
      <IconRefresh size={18} stroke={1.7} className={isLong ? classes.turning : undefined} />
    </ActionIcon>
  )
}
