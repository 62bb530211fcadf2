import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSecondDraw } from './LoadedMenu.tsx'

interface LoadedDrawerProps {
  label: string
  isOpen: boolean
  onClose: () => void
  width: number
  bodyClassName: string
  children: ReactNode
}

/** A drawer from the left edge of a phone; loaded with {@link useLoaded}. */
export function LoadedDrawer({ label, isOpen, onClose, width, bodyClassName, children }: LoadedDrawerProps) {
  const isShown = useSecondDraw(isOpen)
  return (
    <Drawer.Root opened={isShown} onClose={onClose} size={width} transitionProps={{ duration: 150 }}>
      <Drawer.Overlay color="var(--coop-backdrop)" backgroundOpacity={1} />
      <Drawer.Content aria-label={label}>
        <Drawer.Body className={bodyClassName}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
