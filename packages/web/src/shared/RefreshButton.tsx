import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import classes from './page.module.css'
import { useDelayed } from './use-delayed.ts'

interface RefreshButtonProps {
  isBusy: boolean
  onClick: () => void
  /** What is refreshed, where a page may have several such buttons. */
  what?: string
  /** Why there is nothing to refresh; undefined if there is. */
  disabledReason?: string | undefined
}

/** Reloads the page's data; while loading it spins, keeps the focus and ignores clicks. */
export function RefreshButton({ isBusy, onClick, what, disabledReason }: RefreshButtonProps) {
  const t = useTexts()
  // A fast refresh needs no indicator.
  const isLong = useDelayed(isBusy, 250)
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t('refresh')}
      title={disabledReason ?? t('refresh')}
      aria-description={disabledReason ?? what}
      aria-busy={isLong}
      // Not disabled: it would lose the focus.
      aria-disabled={isBusy || disabledReason !== undefined || undefined}
      {...(disabledReason !== undefined && { 'data-disabled': true })}
      onClick={isBusy || disabledReason !== undefined ? undefined : onClick}
    >
      <IconRefresh size={18} className={isLong ? classes.turning : undefined} />
    </ActionIcon>
  )
}
