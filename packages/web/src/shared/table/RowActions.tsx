import { IconDots } from '@tabler/icons-react'
import { AppLink } from '../../navigation/AppLink.tsx'
import { ActionMenu } from '../overlay/ActionMenu.tsx'
import type { RowAction } from './columns.tsx'
import classes from './DataTable.module.css'
import type { RowLabels } from './row-labels.ts'

interface RowActionsProps<T> {
  row: T
  name: string
  actions: readonly RowAction<T>[]
  labels: RowLabels
  hasMenuOnly: boolean
  /** Whether the row is the one in the tab order. */
  isTabStop: boolean
}

/** The actions of one row: buttons, and a menu for the rest; a menu of all on a phone and in narrow tables. */
export function RowActions<T>({ row, name, actions, labels, hasMenuOnly, isTabStop }: RowActionsProps<T>) {
  const own = actions.filter((action) => action.appliesTo?.(row) !== false)
  const tabIndex = isTabStop ? 0 : -1
  const inMenu = hasMenuOnly ? own : own.filter((action) => action.isInMenu)
  const menu = inMenu.length > 0 && (
    <ActionMenu
      width={200}
      entries={inMenu.map(({ id, label, icon, onSelect, to, href, disabledReason, isDestructive }) => ({
        id,
        label,
        icon,
        isDestructive,
        to: to?.(row),
        href: href?.(row),
        disabledReason: disabledReason?.(row),
        onSelect: () => onSelect?.(row),
      }))}
    >
      {(opener) => (
        <button
          {...opener}
          type="button"
          className={classes.action}
          tabIndex={tabIndex}
          aria-label={labels.moreActions(name)}
          title={hasMenuOnly ? undefined : labels.moreActions(name)}
        >
          <IconDots size={hasMenuOnly ? 20 : 18} />
        </button>
      )}
    </ActionMenu>
  )
  if (hasMenuOnly) return menu
  return (
    <>
      {own
        .filter((action) => !action.isInMenu)
        .map((action) => (
          <ActionButton
            key={action.id}
            row={row}
            label={labels.action(action.label, name)}
            action={action}
            tabIndex={tabIndex}
          />
        ))}
      {menu}
    </>
  )
}

interface ActionButtonProps<T> {
  row: T
  /** With the name of the row. */
  label: string
  action: RowAction<T>
  tabIndex: number
}

/** A plain element: a Mantine button takes longer to render than the rest of a row, and scrolling renders hundreds a second. */
function ActionButton<T>({ row, label, action, tabIndex }: ActionButtonProps<T>) {
  const reason = action.disabledReason?.(row)
  const shared = {
    className: classes.action,
    'data-destructive': action.isDestructive,
    tabIndex,
    'aria-label': label,
    title: reason ?? action.label,
  }
  if (reason !== undefined) {
    return (
      <button type="button" {...shared} aria-disabled aria-description={reason}>
        <action.icon size={18} />
      </button>
    )
  }
  if (action.to) {
    return (
      <AppLink {...shared} to={action.to(row)}>
        <action.icon size={18} />
      </AppLink>
    )
  }
  const onClick = () => action.onSelect?.(row)
  return action.href ? (
    <a {...shared} href={action.href(row)} download onClick={onClick}>
      <action.icon size={18} />
    </a>
  ) : (
    <button type="button" {...shared} onClick={onClick}>
      <action.icon size={18} />
    </button>
  )
}
