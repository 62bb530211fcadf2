import type { TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { loadMenu } from './loaders.ts'
import { useLoaded } from './use-loaded.ts'
import { type OpenerProps, useOpener } from './use-opener.ts'

export interface MenuEntry {
  id: string
  label: string
  icon?: TablerIcon | undefined
  onSelect?: (() => void) | undefined
  /** The page that it opens, as a path of `navigation/paths`: the entry is a link. */
  to?: string | undefined
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

/** A button with a menu, whose code is loaded when it is first opened. Until then it is as cheap as a button, for rows of tables. */
export function ActionMenu({ entries, width, children }: ActionMenuProps) {
  const { opener, isOpen, setOpen } = useOpener('menu', loadMenu)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <>
      {children(opener)}
      {wasOpen && <OpenedMenu opener={opener} isOpen={isOpen} setOpen={setOpen} entries={entries} width={width} />}
    </>
  )
}

interface OpenedMenuProps extends Pick<ActionMenuProps, 'entries' | 'width'> {
  opener: OpenerProps
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

function OpenedMenu({ opener, isOpen, setOpen, entries, width }: OpenedMenuProps) {
  const Menu = useLoaded(loadMenu, isOpen, () => setOpen(false))
  if (!Menu) return null
  return (
    <Menu opener={opener.ref} labelId={opener.id} isOpen={isOpen} onChange={setOpen} entries={entries} width={width} />
  )
}
