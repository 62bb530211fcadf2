import type { ReactNode } from 'react'
import { loadMenu } from './loaders.ts'
import { useLoaded } from './use-loaded.ts'
import { type OpenerProps, useOpener } from './use-opener.ts'

export interface MenuEntry {
  id: string
  label: string
  icon?: ReactNode
  onSelect?: (() => void) | undefined
  /** Address of a download, which the browser makes by itself. */
  href?: string | undefined
  /** Why the entry cannot be chosen now; undefined when it can. */
  disabledReason?: string | undefined
  isDestructive?: boolean | undefined
}

interface ActionMenuProps {
  entries: readonly MenuEntry[]
  width: number
  /** Draws the button, with these properties on it. */
  children: (opener: OpenerProps) => ReactNode
}

/** A button with a menu, whose code is loaded when it is opened first. */
export function ActionMenu({ entries, width, children }: ActionMenuProps) {
  const { opener, isOpen, setOpen } = useOpener('menu', loadMenu)
  const Menu = useLoaded(loadMenu, isOpen, () => setOpen(false))
  return (
    <>
      {children(opener)}
      {Menu && (
        <Menu
          opener={opener.ref}
          labelId={opener.id}
          isOpen={isOpen}
          onChange={setOpen}
          entries={entries}
          width={width}
        />
      )}
    </>
  )
}
