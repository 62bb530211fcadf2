// In Mantine's cascade layer, like the styles of its other components.
import '@mantine/core/styles/Tooltip.layer.css'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './States.module.css'

/** Hover delay (spec core-console 4). */
const TOOLTIP_DELAY_MS = 500

interface FailureMarkProps {
  /** What failed. */
  label: string
  /** The reason. */
  reason: string
  /** At which end of a line the icon is. */
  side?: 'start' | 'end'
}

/** A failure icon that shows the reason on hover, on focus, on touch and to screen readers. */
export function FailureMark({ label, reason, side = 'end' }: FailureMarkProps) {
  return (
    <Tooltip
      label={reason}
      openDelay={TOOLTIP_DELAY_MS}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={320}
      position={`top-${side}`}
      transitionProps={{ duration: 120 }}
      classNames={{ tooltip: classes.tooltip ?? '' }}
    >
      <ActionIcon variant="subtle" color="bad" size={32} aria-label={label} aria-description={reason}>
        <IconAlertTriangle size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
