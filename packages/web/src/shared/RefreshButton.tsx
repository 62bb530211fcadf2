import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './RefreshButton.module.css'
import { useDelayed } from './use-delayed.ts'

interface RefreshButtonProps {
  isBusy: boolean
  onClick: () => void
}

/** Reads again what is on the page; while that goes on it turns, keeps the focus and takes no press. */
export function RefreshButton({ isBusy, onClick }: RefreshButtonProps) {
  const { t } = useTranslation()
  // A refresh that is over at once needs no sign of being under way.
  const isLong = useDelayed(isBusy, 250)
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t('refresh')}
      title={t('refresh')}
      aria-busy={isLong}
      // Not disabled: the keyboard would lose its place on it.
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    >
      <IconRefresh size={18} stroke={1.7} className={isLong ? classes.turning : undefined} />
    </ActionIcon>
  )
}
