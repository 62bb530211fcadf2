import { type RefObject, useId, useRef, useState } from 'react'

/** Goes onto the button that opens something. */
export interface OpenerProps {
  ref: RefObject<HTMLButtonElement | null>
  id: string
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  onClick: () => void
  /** Who points at it will press it: the code is on its way by then. */
  onPointerEnter: () => void
}

/** State of a button and of what it opens. */
export function useOpener(popup: OpenerProps['aria-haspopup'], load: () => Promise<unknown>) {
  const id = useId()
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const opener: OpenerProps = {
    ref,
    id,
    'aria-haspopup': popup,
    'aria-expanded': isOpen,
    onClick: () => setOpen(!isOpen),
    // A failure is told when it is pressed.
    onPointerEnter: () => void load().catch(() => undefined),
  }
  return { opener, isOpen, setOpen }
}
