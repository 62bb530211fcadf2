import type { ReactNode } from 'react'
import { loadMenu } from './loaders.ts'
import { useLoaded } from './use-loaded.ts'
import { type OpenerProps, useOpener } from './use-opener.ts'

export interface MenuEntry {
  id: string
  label: string
  icon?: ReactNode
  onSelect?: (() => void) | undefined
  /** Address of a download, which the browser starts itself. */
  href?: string | undefined
  /** Why the entry is disabled; undefined if it isn't. */
  disabledReason?: string | undefined
  isDestructive?: boolean | undefined
}

interface ActionMenuProps {
  entries: readonly MenuEntry[]
  width: number
  /** Renders the button, with these properties. */
  children: (opener: OpenerProps) => ReactNode
}

/** A button with a menu, whose code is loaded when it is first opened. */
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
