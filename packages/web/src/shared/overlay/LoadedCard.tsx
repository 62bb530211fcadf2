import { Popover } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { OpenerTarget, useSecondDraw } from './LoadedMenu.tsx'
import classes from './overlay.module.css'

interface LoadedCardProps {
  opener: RefObject<HTMLButtonElement | null>
  labelId: string
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  position: 'top-start' | 'right-end' | 'bottom-start' | 'bottom-end'
  width: number
  children: ReactNode
}

/** The card itself; only {@link InfoCard} loads it. */
export function LoadedCard({ opener, labelId, isOpen, onChange, position, width, children }: LoadedCardProps) {
  const isShown = useSecondDraw(isOpen)
  return (
    <Popover
      opened={isShown}
      onChange={onChange}
      position={position}
      width={width}
      offset={6}
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <OpenerTarget opener={opener} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" tabIndex={-1} aria-labelledby={labelId} className={classes.card}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
