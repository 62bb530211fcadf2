import { IconEye } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmptyState } from '../shared/EmptyState.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import type { TableQuery } from '../shared/table/QueryTable.tsx'
import { placedButton, ResourceList } from '../shared/table/ResourceList.tsx'
import classes from './groups.module.css'

const same = (name: string) => name
const textsOf = (name: string) => [name]
const NO_ACTIONS: readonly RowAction<string>[] = []

interface GroupNamesProps {
  kind: 'members' | 'policies'
  names: readonly string[]
  query: TableQuery
  empty: ComponentProps<typeof EmptyState>
  buttons?: ReactNode
  /** The button that adds to the list. */
  add: ReactNode
  /** Opens the page of a name, for who may open it. */
  onOpen: ((name: string) => void) | undefined
}

/** The members or the policies of a group. */
export function GroupNames({ kind, names, query, empty, buttons, add, onOpen }: GroupNamesProps) {
  const { t } = useTranslation(['groupPage', 'groups'])
  const columns = useMemo<Column<string>[]>(
    () => [{ id: 'name', header: t('groups:columns.name'), width: 'minmax(220px, 1fr)', name: same }],
    [t],
  )
  const actions: readonly RowAction<string>[] = onOpen
    ? [{ id: 'view', label: t('groups:actions.view'), icon: IconEye, onSelect: onOpen }]
    : NO_ACTIONS
  const placed = placedButton(query, names, add)
  return (
    <div className={classes.list}>
      <ResourceList
        query={query}
        label={t(`tabs.${kind}`)}
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
        empty={{ ...empty, action: placed.whenEmpty }}
        count={(count) => count > 0 && t(`${kind}.count`, { count })}
      />
    </div>
  )
}
