import { Menu } from '@mantine/core'
import { assignRef } from '@mantine/hooks'
import { type Ref, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { AppLink } from '../../navigation/AppLink.tsx'
import { leaveMenu } from '../use-focus-return.ts'
import type { MenuEntry } from './ActionMenu.tsx'
import classes from './overlay.module.css'

interface LoadedMenuProps {
  opener: RefObject<HTMLButtonElement | null>
  labelId: string
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  entries: readonly MenuEntry[]
  width: number
}

/** The menu itself; only {@link ActionMenu} loads it. */
export function LoadedMenu({ opener, labelId, isOpen, onChange, entries, width }: LoadedMenuProps) {
  const isShown = useSecondDraw(isOpen)
  return (
    <Menu
      opened={isShown}
      onChange={onChange}
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      width={width}
      transitionProps={{ duration: 120 }}
    >
      <Menu.Target>
        <OpenerTarget opener={opener} />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={labelId}>
        {entries.map(({ id, label, icon: Icon, onSelect, to, href, disabledReason, isDestructive }) => {
          const shared = {
            className: classes.item,
            leftSection: Icon && <Icon size={16} />,
            ...(isDestructive ? { color: 'bad' } : {}),
            disabled: disabledReason !== undefined,
            title: disabledReason,
            onClick: () => {
              leaveMenu(opener.current)
              onSelect?.()
            },
          }
          if (to !== undefined && disabledReason === undefined) {
            return (
              <Menu.Item key={id} {...shared} component={AppLink} to={to}>
                {label}
              </Menu.Item>
            )
          }
          return href !== undefined && disabledReason === undefined ? (
            <Menu.Item key={id} {...shared} component="a" href={href} download>
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={id} {...shared}>
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A menu that is open from its first render would not have an element to return the focus to. */
export function useSecondDraw(isOpen: boolean): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  return isShown
}

interface OpenerTargetProps {
  opener: RefObject<HTMLElement | null>
  /** Set by the surrounding popover. */
  ref?: Ref<HTMLElement>
}

/** Registers the target element of a popover whose code was loaded after that element was rendered. */
export function OpenerTarget({ opener, ref }: OpenerTargetProps) {
  useLayoutEffect(() => {
    if (ref) assignRef(ref, opener.current)
  }, [opener, ref])
  return null
}
