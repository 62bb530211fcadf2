import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDelayed } from './use-delayed.ts'

interface RefreshButtonProps {
  isBusy: boolean
  onClick: () => void
}

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
      loading={isLong}
      onClick={onClick}
    >
      <IconRefresh size={18} stroke={1.7} />
    </ActionIcon>
  )
}
