import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../overlay/ActionMenu.tsx'
import type { RowAction } from './columns.ts'
import classes from './DataTable.module.css'

interface RowActionsProps<T> {
  row: T
  name: string
  actions: readonly RowAction<T>[]
  isCompact: boolean
  /** Whether the row is the one in the tab order. */
  isTabStop: boolean
}

/** What can be done with one row: buttons side by side, and a menu for the rest; on a phone a menu of all. */
export function RowActions<T>({ row, name, actions, isCompact, isTabStop }: RowActionsProps<T>) {
  const { t } = useTranslation()
  const own = actions.filter((action) => action.appliesTo?.(row) !== false)
  const tabIndex = isTabStop ? 0 : -1
  const inMenu = isCompact ? own : own.filter((action) => action.isInMenu)
  const menu = inMenu.length > 0 && (
    <ActionMenu
      width={200}
      entries={inMenu.map(({ id, label, icon, onSelect, href, disabledReason, isDestructive }) => ({
        id,
        label,
        icon,
        isDestructive,
        href: href?.(row),
        disabledReason: disabledReason?.(row),
        onSelect: () => onSelect?.(row),
      }))}
    >
      {(opener) => (
        <ActionIcon
          {...opener}
          variant="subtle"
          color="neutral"
          size={isCompact ? 44 : 32}
          tabIndex={tabIndex}
          aria-label={t('moreActions', { name })}
          title={isCompact ? undefined : t('moreActions', { name })}
        >
          <IconDots size={isCompact ? 20 : 18} stroke={1.7} />
        </ActionIcon>
      )}
    </ActionMenu>
  )
  if (isCompact) return menu
  return (
    <>
      {own.filter((action) => !action.isInMenu).map(button)}
      {menu}
    </>
  )

  function button(action: RowAction<T>) {
    const reason = action.disabledReason?.(row)
    const shared = {
      variant: 'subtle',
      color: 'neutral',
      className: action.isDestructive ? classes.destructive : undefined,
      size: 32,
      tabIndex,
      'aria-label': `${action.label} ${name}`,
      title: reason ?? action.label,
    }
    if (reason !== undefined) {
      return (
        <ActionIcon key={action.id} {...shared} aria-disabled data-disabled aria-description={reason}>
          {action.icon}
        </ActionIcon>
      )
    }
    return action.href ? (
      <ActionIcon
        key={action.id}
        {...shared}
        component="a"
        href={action.href(row)}
        download
        onClick={() => action.onSelect?.(row)}
      >
        {action.icon}
      </ActionIcon>
    ) : (
      <ActionIcon key={action.id} {...shared} onClick={() => action.onSelect?.(row)}>
        {action.icon}
      </ActionIcon>
    )
  }
}
