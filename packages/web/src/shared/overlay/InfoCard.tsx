import type { ReactNode } from 'react'
import { loadCard } from './loaders.ts'
import { useLoaded } from './use-loaded.ts'
import { type OpenerProps, useOpener } from './use-opener.ts'

interface InfoCardProps {
  position: 'top-start' | 'right-end' | 'bottom-start' | 'bottom-end'
  width: number
  /** Draws the button, with these properties on it. */
  button: (opener: OpenerProps) => ReactNode
  /** What the card holds. */
  children: (close: () => void) => ReactNode
}

/** A button with a card that it opens beside itself, whose code is loaded when it is opened first. */
export function InfoCard({ position, width, button, children }: InfoCardProps) {
  const { opener, isOpen, setOpen } = useOpener('dialog', loadCard)
  const close = () => setOpen(false)
  const Card = useLoaded(loadCard, isOpen, close)
  return (
    <>
      {button(opener)}
      {Card && (
        <Card
          opener={opener.ref}
          labelId={opener.id}
          isOpen={isOpen}
          onChange={setOpen}
          position={position}
          width={width}
        >
          {children(close)}
        </Card>
      )}
    </>
  )
}
