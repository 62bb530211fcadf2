import type { ReactNode } from 'react'
import { loadCard } from './loaders.ts'
import { useLoaded } from './use-loaded.ts'
import { type OpenerProps, useOpener } from './use-opener.ts'

interface InfoCardProps {
  position: 'top-start' | 'right-end' | 'bottom-start' | 'bottom-end'
  width: number
  /** Renders the button, with these properties. */
  button: (opener: OpenerProps) => ReactNode
  /** The content of the card. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a card beside itself, whose code is loaded when it is first opened. */
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
