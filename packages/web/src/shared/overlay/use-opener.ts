import { type RefObject, useId, useRef, useState } from 'react'

/** Properties of the button that opens something. */
export interface OpenerProps {
  ref: RefObject<HTMLButtonElement | null>
  id: string
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  onClick: () => void
  /** Hovering preloads the code, so that it is ready for the click. */
  onPointerEnter: () => void
}

/** The state of a button and of what it opens. */
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
    // A failure is reported on the click.
    onPointerEnter: () => void load().catch(() => undefined),
  }
  return { opener, isOpen, setOpen }
}
