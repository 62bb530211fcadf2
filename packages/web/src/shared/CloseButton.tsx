import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'

interface CloseButtonProps {
  label: string
  onClick: () => void
}

export function CloseButton({ label, onClick }: CloseButtonProps) {
  return (
    <ActionIcon variant="subtle" color="neutral" size={24} aria-label={label} title={label} onClick={onClick}>
      <IconX size={16} />
    </ActionIcon>
  )
}
