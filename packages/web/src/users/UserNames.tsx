import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmptyState } from '../shared/EmptyState.tsx'
import layout from '../shared/layout.module.css'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import type { TableQuery } from '../shared/table/QueryTable.tsx'
import { placedButton, ResourceList } from '../shared/table/ResourceList.tsx'
import classes from './users.module.css'

const same = (name: string) => name
const textsOf = (name: string) => [name]
const NO_ACTIONS: readonly RowAction<string>[] = []

interface UserNamesProps {
  kind: 'groups' | 'policies'
  names: readonly string[]
  query: TableQuery
  empty: ComponentProps<typeof EmptyState>
  /** Said above the list. */
  hint?: string
  buttons?: ReactNode
  /** The button that adds to the list. */
  add: ReactNode
  /** Opens the page of a name, where there is one. */
  onOpen?: ((name: string) => void) | undefined
  actions?: readonly RowAction<string>[]
}

/** The groups or the policies of a user, as a list of names. */
export function UserNames({
  kind,
  names,
  query,
  empty,
  hint,
  buttons,
  add,
  onOpen,
  actions = NO_ACTIONS,
}: UserNamesProps) {
  const { t } = useTranslation('userPage')
  const columns = useMemo<Column<string>[]>(
    () => [{ id: 'name', header: t(`${kind}.name`), width: 'minmax(220px, 1fr)', name: same }],
    [t, kind],
  )
  const placed = placedButton(query, names, add)
  return (
    <div className={classes.list}>
      <ResourceList
        query={query}
        label={t(`${kind}.list`)}
        columns={columns}
        rows={names}
        rowId={same}
        rowName={same}
        onOpen={(name) => (onOpen ? () => onOpen(name) : undefined)}
        actions={actions}
        search={{ label: t(`${kind}.search`), texts: textsOf, isCaseSensitive: true }}
        buttons={
          <div className={classes.buttons}>
            {buttons}
            {placed.usual}
          </div>
        }
        above={hint && names.length > 0 && <p className={layout.note}>{hint}</p>}
        empty={{ ...empty, action: placed.whenEmpty }}
        count={(count) => count > 0 && t(`${kind}.count`, { count })}
      />
    </div>
  )
}
